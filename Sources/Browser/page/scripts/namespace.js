// The one global name of the page. Each script adds to it.
const Knav = {};
