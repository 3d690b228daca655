// Whoever imports this module gets KomootNavVectors with it; why the underscore, KomootNav/KomootNav.swift says.
@_exported public import KomootNavVectors
