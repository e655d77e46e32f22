import { choice, integer, object, type ValueOf } from './json-schema.js';

/** Member of the configuration of types whose act can be taken back: one check of each credit. */
export const afterCredit = object(
  {
    hours: integer('Hours between the credit and the check.', 1, 2_160),
    onUndone: choice('reverse: takes the points back; report: notifies the team, and the points stay.', [
      'reverse',
      'report',
    ]),
  },
  ['hours', 'onUndone'],
  { description: 'Check of each credit for an act that was taken back since; absent: none.' },
);

export type AfterCredit = ValueOf<typeof afterCredit>;
