import {
  MICROBLOG_NAME,
  MICROBLOG_SPACE_ID,
  readMicroblogSpace,
  type MicroblogSpaceReport,
} from '@questp/messages/integrations';
import { fieldError, FORMS, type FieldError } from '@questp/messages/language';
import { count } from '../../../catalog/definition/common-fields.js';
import {
  httpUrl,
  integer,
  line,
  list,
  object,
  shown,
  text,
  withDefault,
  type JsonObject,
} from '../../../catalog/definition/json-schema.js';
import { screenshot } from '../../../catalog/definition/proven-action.js';
import { defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { codeErrors, enteredCode, secretCode } from '../../secret-code/code-fields.js';
import { act, common, hybrid } from './fields.js';
import { attend, host, speak } from './space-rules.js';

const SPACE_URL = /^https?:\/\/(?:(?:www|mobile)\.)?(?:x|twitter)\.com\/i\/spaces\/([a-zA-Z0-9]{1,13})(?:[/?#]|$)/i;

/** @throws Error if the URL is not of a Space, which `spaceUrlErrors` refuses before */
export function spaceIdOf(spaceUrl: string): string {
  const id = SPACE_URL.exec(spaceUrl)?.[1];
  if (id === undefined) throw new Error('The address of a Space has no id');
  return id;
}

const spaceUrlErrors = ({ spaceUrl }: { spaceUrl: string }): FieldError[] =>
  SPACE_URL.test(spaceUrl)
    ? []
    : [fieldError('/spaceUrl', 'NOT_ALLOWED', {}, 'It has to be the address of a Space at the microblog.')];

/** Members of a configuration that names a Space; the last ones are what the platform says of it. */
const targetSpace = {
  spaceId: text('Id of the Space.', MICROBLOG_SPACE_ID.max, { pattern: FORMS[MICROBLOG_SPACE_ID.form].pattern.source }),
  spaceTitle: shown(text('Title of the Space; looked up.', MICROBLOG_NAME.max)),
  spaceStartsAt: shown(text('When the Space begins or began; looked up.', 40, { format: 'date-time' })),
};

/** Looks up the Space of a configuration, which is read from then on until it has ended. */
const spaceTarget = {
  pointer: '/spaceId',
  contract: readMicroblogSpace,
  ask: ({ spaceId }: { spaceId: string }, projectId: string) => ({ projectId, spaceId }),
  resolved: (config: JsonObject, { space }: MicroblogSpaceReport) => ({
    ...config,
    ...(space !== null && space.title !== '' && { spaceTitle: space.title }),
    ...startOf(space),
  }),
  // Where Spaces cannot be read, nothing is known against it.
  errors: (_config: object, { space, reason }: MicroblogSpaceReport) =>
    reason === null && space === null
      ? [fieldError('/config/spaceId', 'NOT_ALLOWED', {}, 'The microblog has no such Space, or it has ended.')]
      : [],
};

const startOf = (space: MicroblogSpaceReport['space']): JsonObject => {
  const start = space?.startedAt ?? space?.scheduledStart ?? null;
  return start === null ? {} : { spaceStartsAt: start };
};

const time = (description: string) => text(description, 40, { format: 'date-time' });

/** Limited by its wrong codes, not by a pause after each. */
const { cooldownSeconds: _, ...unpaced } = common;

const attendSpace = defineTaskType({
  ...unpaced,
  id: 'social_microblog_space_attend',
  name: 'Join a live audio Space',
  automation: { level: 'automatic', hint: 'live code' },
  methods: ['platform_api'],
  periods: ONCE,
  config: object(
    {
      ...targetSpace,
      code: secretCode('Code the host speaks live.'),
      startsAt: time('Start of the window that holds while the Space cannot be read.'),
      endsAt: time('End of that window.'),
      graceMinutes: withDefault(integer('Minutes after the end in which the code still counts.', 0, 120), 15),
    },
    ['spaceId', 'code', 'startsAt', 'endsAt'],
  ),
  target: spaceTarget,
  ruleVersion: 2,
  inputs: object({ code: enteredCode('The code heard in the Space.') }, ['code']),
  redactedInputs: ['code'],
  checkConfig: (config) => [
    ...codeErrors(config),
    ...(Date.parse(config.startsAt) < Date.parse(config.endsAt)
      ? []
      : [fieldError('/endsAt', 'RANGE', { after: config.startsAt }, 'The end has to lie after the start.')]),
  ],
  facts: { microblogSpace: ({ spaceId }) => ({ spaceId }) },
  rule: (config, inputs, { microblogSpace, now }) => attend(config, inputs, microblogSpace, now),
  exampleConfig: {
    spaceId: '1LiveSpace001',
    code: 'Moonrise',
    startsAt: '2026-05-01T17:00:00.000Z',
    endsAt: '2026-05-01T18:00:00.000Z',
    graceMinutes: 15,
  },
  exampleInputs: { code: ' moonRISE ' },
});

/** Spaces are scheduled up to a month ahead; a submission waits so long for one to begin and to end, in hours. */
const waiting = { pendingHours: 31 * 24 } as const;

/** 2: no earner is refused when the list of participants of the Space is incomplete. */
const ruleVersion = 2;

const speakInSpace = defineTaskType({
  ...common,
  ...act,
  ...waiting,
  ruleVersion,
  id: 'social_microblog_space_speak',
  name: 'Speak in a Space',
  automation: { level: 'semi', hint: 'hybrid' },
  config: object(targetSpace, ['spaceId']),
  target: spaceTarget,
  facts: { microblogStage: ({ spaceId }) => ({ spaceId, isSubmitted: false }), evidence: screenshot },
  rule: (_config, _inputs, { microblogStage }) => speak(microblogStage),
  exampleConfig: { spaceId: '1LiveSpace001' },
});

const hostSpace = defineTaskType({
  ...common,
  ...hybrid,
  ...waiting,
  ruleVersion,
  id: 'social_microblog_space_host',
  name: 'Host a Space',
  automation: { level: 'semi', hint: 'hybrid' },
  config: object({
    titleKeywords: list('Words the title contains, all of them, in any case.', line('A word.', 50), 10),
    minListeners: count('Least number of listeners at a time.', 1_000_000),
  }),
  inputs: object({ spaceUrl: httpUrl('Address of the hosted Space.') }, ['spaceUrl']),
  proof: ['spaceUrl'],
  checkInputs: (_config, inputs) => spaceUrlErrors(inputs),
  facts: { microblogStage: (_config, { spaceUrl }) => ({ spaceId: spaceIdOf(spaceUrl), isSubmitted: true }) },
  rule: (config, _inputs, { microblogStage, ...campaign }) => host(config, microblogStage, campaign),
  exampleConfig: { titleKeywords: ['Orbit'], minListeners: 50 },
  exampleInputs: { spaceUrl: 'https://x.com/i/spaces/1LiveSpace002' },
});

/** Types about live audio Spaces (spec 3, behaviour 4; 4.2). */
export const spaceTypes = [attendSpace, speakInSpace, hostSpace];
