import { choice, integer, object, type ValueOf } from './json-schema.js';

const checkOfCredits = <const Choice extends 'reverse' | 'report'>(choices: readonly Choice[]) =>
  object(
    {
      hours: integer('Hours between the credit and the check.', 1, 2_160),
      onUndone: choice('reverse: takes the points back; report: notifies the team, and the points stay.', choices),
    },
    ['hours', 'onUndone'],
    { description: 'Check of each credit for an act that was taken back since; absent: none.' },
  );

/** Member of the configuration of types whose act can be taken back: one check of each credit. */
export const afterCredit = checkOfCredits(['reverse', 'report']);

/** The same where a later act does not say which of several earlier ones it takes back. */
export const reportedAfterCredit = checkOfCredits(['report']);

export type AfterCredit = ValueOf<typeof afterCredit>;
