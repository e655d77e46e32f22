import { OneOf, Whole, enumeration } from '../language/fields/index.js';

/**
 * How often a quest can be completed: once, every UTC day, or every `hours` hours (1..720, aligned to the Unix epoch).
 */
export type Period = { kind: 'once' } | { kind: 'daily' } | { kind: 'interval'; hours: number };

export const PERIOD_KINDS = enumeration('PeriodKind', ['once', 'daily', 'interval']);

/** A period in messages. The receiver checks that `hours` is present exactly for an interval. */
export class PeriodFields {
  /** Name of its schema. */
  static readonly name = 'Period';

  @OneOf(PERIOD_KINDS, { description: 'daily: every UTC day; interval: every `hours` hours' })
  kind!: Period['kind'];

  @Whole({ min: 1, max: 720, optional: true, description: 'Required for `interval`, otherwise not allowed' })
  hours?: number;
}

/** Period that a submission or ledger entry counts for. */
export const PERIOD_KEY = {
  description: '`once`, `YYYY-MM-DD`, or the UTC start of the interval',
  example: 'once',
  max: 24,
};
