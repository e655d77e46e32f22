import { inspect } from 'node:util';

const REDACTED = '[redacted]';

/** A text that shows itself to nobody but who reveals it: not in JSON, logs, templates and inspections. */
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
