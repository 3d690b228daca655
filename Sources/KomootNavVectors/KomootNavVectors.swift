// Whoever imports this module gets KomootNavJSON with it; why the underscore, KomootNav/KomootNav.swift says.
@_exported public import KomootNavJSON
