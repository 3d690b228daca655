// See KomootNav.swift in the module of that name.
@_exported public import KomootNavVectors
