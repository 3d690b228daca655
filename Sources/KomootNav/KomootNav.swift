// Whoever imports this module gets the words of links with it: a UUID, a time, a ticket. The underscore says that the
// compiler promises nothing for this attribute, but there is no other way to export a module again.
@_exported public import LinkVocabulary
