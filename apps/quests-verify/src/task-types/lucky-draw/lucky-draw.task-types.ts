import type { FieldError } from '@questp/messages/language';
import { MAX_PRIZES } from '@questp/messages/quests';
import { duplicateIds } from '../../catalog/definition/duplicate-ids.js';
import {
  formatted,
  integer,
  line,
  listOfObjects,
  memberName,
  NOTHING,
  object,
} from '../../catalog/definition/json-schema.js';
import { ANY_PERIOD, defineTaskType } from '../../catalog/definition/task-type.js';
import { drawRule } from './draw-rule.js';

/** Winners of one draw, whose list of prizes is in memory while it is drawn. */
const MAX_WINNERS = 10_000;
/** Entries wait for the close, however far it is. */
const TEN_YEARS_HOURS = 87_600;

/** Spec 2.4 "engagement". */
export const luckyDrawTaskTypes = [
  defineTaskType({
    id: 'engagement_lucky_draw',
    name: 'Lucky Draw',
    category: 'engagement',
    automation: { level: 'automatic' },
    methods: ['platform_api'],
    periods: ANY_PERIOD,
    limitedBy: 'its prizes',
    config: object(
      {
        closesAt: formatted('When the list of entries closes and the winners are drawn.', 40, 'date-time'),
        prizes: listOfObjects(
          'What can be won, in the order in which it is drawn.',
          object(
            {
              id: memberName('Id, unique in the quest.'),
              name: line('Name of the prize.', 100),
              quantity: integer('Number of winners.', 1, MAX_WINNERS),
              points: integer(
                'Points of each winner; those of the quest by default, 0 for a marked winner.',
                0,
                1_000_000,
              ),
            },
            ['id', 'name', 'quantity'],
          ),
          MAX_PRIZES,
        ),
      },
      ['closesAt', 'prizes'],
    ),
    inputs: NOTHING,
    checkConfig: ({ prizes }) => [...duplicateIds(prizes, '/prizes'), ...tooManyWinners(prizes)],
    available: true,
    pendingHours: TEN_YEARS_HOURS,
    facts: { draw: () => ({}) },
    rule: drawRule,
    exampleConfig: {
      closesAt: '2027-06-01T00:00:00.000Z',
      prizes: [
        { id: 'gold', name: 'Gold', quantity: 1, points: 500 },
        { id: 'silver', name: 'Silver', quantity: 10, points: 50 },
      ],
    },
    exampleInputs: {},
  }),
];

function tooManyWinners(prizes: readonly { quantity: number }[]): FieldError[] {
  const winners = prizes.reduce((sum, { quantity }) => sum + quantity, 0);
  if (winners <= MAX_WINNERS) return [];
  return [{ pointer: '/prizes', code: 'RANGE', detail: `A draw has at most ${MAX_WINNERS} winners.` }];
}
