/**
 * The base of all errors that this package throws on purpose, so that a caller can tell them from defects. Its
 * subclasses say whether nothing was sent, no answer came, or the answer is an error.
 */
export abstract class ClientError extends Error {}
