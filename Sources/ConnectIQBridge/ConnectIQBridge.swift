// Whoever imports this module gets the words of links with it. See KomootNav.swift.
@_exported public import LinkVocabulary
