export interface Answer {
  status: number;
  /** JSON, unless it is a text. */
  body: unknown;
  headers?: Readonly<Record<string, string>>;
  /** What the platform charges for it, in its unit. */
  cost?: number;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
