// All sentences of the page itself, in one place to be read and edited. The session's sentences (core/app) and those in index.html are not
// here. A sentence with variable parts is a function of them; the parts are formatted numbers, names and counts.

export * from './messages/data';
export * from './messages/page';
export * from './messages/proof';
