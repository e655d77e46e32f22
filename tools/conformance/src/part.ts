import type { Target } from './target.js';

export interface Effort {
  /** Seed of random values. */
  seed: number;
  /** Requests to each operation by each principal, besides those that follow from the document alone. */
  examples: number;
}

export interface Outcome {
  /** What was done, with numbers. */
  summary: string;
  /** What differs from the document, or from a rule; empty: nothing. */
  findings: string[];
}

/** A third-party tool and its checks. */
export interface Part {
  name: string;
  title: string;
  /** Fetches what it takes. Throws a sentence where that cannot be had. */
  readonly prepare: () => Promise<unknown>;
  readonly run: (target: Target, effort: Effort) => Promise<Outcome>;
}
