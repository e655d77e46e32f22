import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/** A text that only `reveal` shows; JSON, logs, templates and `inspect` show `[redacted]`. */
export class Secret {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  reveal(): string {
    return this.#text;
  }

  toString(): string {
    return REDACTED;
  }

  toJSON(): string {
    return REDACTED;
  }

  [inspect.custom](): string {
    return REDACTED;
  }
}
