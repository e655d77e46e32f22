export interface Answer {
  status: number;
  /** JSON, unless it is a text. */
  body: unknown;
  headers?: Readonly<Record<string, string>>;
  /** The charge of the platform for the answer, in its unit. */
  cost?: number;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
