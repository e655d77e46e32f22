/** A problem that the user can solve. Its message is a whole sentence and is printed without a stack. */
export class SentenceError extends Error {}
