export interface Answer {
  status: number;
  /** JSON, unless it is a text. */
  body: unknown;
  headers?: Readonly<Record<string, string>>;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
