import { defineFamily } from '../family/define-family.js';
import { duplicateIds } from '../../catalog/definition/duplicate-ids.js';
import {
  integer,
  line,
  listOfObjects,
  memberName,
  NOTHING,
  object,
  withDefault,
} from '../../catalog/definition/json-schema.js';
import { ANY_PERIOD, defineTaskType, unavailable } from '../../catalog/definition/task-type.js';

/** Spec 2.4 "engagement": prizes drawn at once, each in a limited number. */
export const luckyDraw = defineFamily({
  types: [
    defineTaskType({
      id: 'engagement_lucky_draw',
      name: 'Lucky Draw',
      category: 'engagement',
      automation: { level: 'automatic' },
      methods: ['platform_api'],
      periods: ANY_PERIOD,
      config: object(
        {
          prizes: listOfObjects(
            'What can be won.',
            object(
              {
                id: memberName('Id, unique in the quest.'),
                name: line('Name of the prize.', 100),
                quantity: integer('How many there are.', 1, 1_000_000),
                weight: integer('Share of this prize in a draw.', 1, 1_000_000),
              },
              ['id', 'name', 'quantity', 'weight'],
            ),
            50,
          ),
          blankWeight: withDefault(integer('Share of blanks in a draw.', 0, 1_000_000), 0),
        },
        ['prizes'],
      ),
      inputs: NOTHING,
      checkConfig: ({ prizes }: { prizes: { id: string }[] }) => duplicateIds(prizes, '/prizes'),
      ...unavailable('a draw that anyone can check'),
    }),
  ],
});
