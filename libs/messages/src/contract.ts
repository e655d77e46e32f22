declare const types: unique symbol;

/**
 * One request-reply message: the NATS subject, and the types both ends are compiled against.
 * Errors cross as the envelope of @questp/errors.
 */
export interface Contract<Request, Reply> {
  readonly subject: string;
  /** Milliseconds the caller waits for the reply. */
  readonly deadlineMs: number;
  readonly [types]?: { request: Request; reply: Reply };
}

export type RequestOf<C> = C extends Contract<infer Request, unknown> ? Request : never;
export type ReplyOf<C> = C extends { readonly [types]?: { reply: infer Reply } } ? Reply : never;

/** Declares a contract. The first word of the subject is the service that answers. */
export function contract<Request, Reply>(subject: string, deadlineMs = 5_000): Contract<Request, Reply> {
  return { subject, deadlineMs };
}
