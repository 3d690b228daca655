// Whoever imports this module gets LinkVocabulary with it; why the underscore, KomootNav/KomootNav.swift says.
@_exported public import LinkVocabulary
