import { FORMS } from '@questp/messages/language';
import { count } from '../../../catalog/definition/common-fields.js';
import { httpUrl, integer, line, list, object, text, withDefault } from '../../../catalog/definition/json-schema.js';
import { ANY_PERIOD, defineTaskType, ONCE, unavailable } from '../../../catalog/definition/task-type.js';
import { codeErrors, secretCode } from '../../secret-code/code-fields.js';
import { hybrid } from './fields.js';

const common = { category: 'social', periods: ANY_PERIOD, ...unavailable('the microblog integration') } as const;
const spaceId = text('Id of the Space.', 32, { pattern: FORMS.letters_and_digits.pattern.source });
const time = (description: string) => text(description, 40, { format: 'date-time' });

/** Spec 3 behaviour 4. */
export const spaceTypes = [
  defineTaskType({
    ...common,
    id: 'social_microblog_space_attend',
    name: 'Join a live audio Space',
    automation: { level: 'automatic', hint: 'live code' },
    methods: ['platform_api'],
    periods: ONCE,
    config: object(
      {
        spaceId,
        code: secretCode('Code the host speaks live.'),
        startsAt: time('Start of the window that holds while the Space cannot be read.'),
        endsAt: time('End of that window.'),
        graceMinutes: withDefault(integer('Minutes after the end in which the code still counts.', 0, 120), 15),
      },
      ['spaceId', 'code', 'startsAt', 'endsAt'],
    ),
    inputs: object({ code: line('The code heard in the Space.', 100) }, ['code']),
    redactedInputs: ['code'],
    checkConfig: codeErrors,
  }),
  defineTaskType({
    ...common,
    id: 'social_microblog_space_speak',
    name: 'Speak in a Space',
    automation: { level: 'semi', hint: 'hybrid' },
    ...hybrid,
    periods: ONCE,
    config: object({ spaceId }, ['spaceId']),
    inputs: object({}),
  }),
  defineTaskType({
    ...common,
    id: 'social_microblog_space_host',
    name: 'Host a Space',
    automation: { level: 'semi', hint: 'hybrid' },
    ...hybrid,
    config: object({
      titleKeywords: list('Words the title contains, all of them.', line('A word.', 50), 10),
      minListeners: count('Least number of listeners.', 1_000_000),
    }),
    inputs: object({ spaceUrl: httpUrl('Address of the hosted Space.') }, ['spaceUrl']),
  }),
];
