/** Something the user can change; its message is a whole sentence and is printed without a stack. */
export class SentenceError extends Error {}
