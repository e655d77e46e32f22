/** Something that was read, or why it could not be. */
export type Part<T> = { value: T } | { error: string };

/** The values of parts, in their order. */
export type Values<P extends readonly Part<unknown>[]> = { [K in keyof P]: P[K] extends Part<infer T> ? T : never };

export const isMissing = (part: Part<unknown>): part is { error: string } => 'error' in part;

/** True for the values of all parts. */
export const areAll = <P extends readonly Part<unknown>[]>(values: unknown, parts: P): values is Values<P> =>
  Array.isArray(values) && values.length === parts.length;

export const isRead = <T>(part: Part<T>): part is { value: T } => 'value' in part;
