import { verifySecretCode } from '@questp/messages/quests';
import { secretCode } from './code.js';
import { codeErrors, enteredCode, secretCode as codeField } from './code-fields.js';
import { object, shown, text } from '../../catalog/definition/json-schema.js';
import { ANY_PERIOD, defineTaskType } from '../../catalog/definition/task-type.js';

/** Spec 2.4, 8: a code found elsewhere; at most 10 wrong codes in 15 minutes. */
export const secretCodeTaskTypes = [
  defineTaskType({
    id: 'engagement_secret_code',
    name: 'Secret Code',
    category: 'engagement',
    automation: { level: 'automatic' },
    methods: ['platform_api'],
    periods: ANY_PERIOD,
    config: object(
      {
        code: codeField(
          'The code. Compared without case, width, spaces, hyphens and invisible characters; never given back.',
        ),
        hint: shown(text('Where the code is found; shown to the earner.', 500)),
      },
      ['code'],
    ),
    inputs: object({ code: enteredCode('The code as the earner enters it.') }, ['code']),
    redactedInputs: ['code'],
    checkConfig: codeErrors,
    available: true,
    ruleVersion: 2,
    completedBy: verifySecretCode,
    facts: {},
    rule: secretCode,
    exampleConfig: { code: 'Moonrise', hint: 'Spoken in the community call.' },
    exampleInputs: { code: ' moonRISE ' },
  }),
];
