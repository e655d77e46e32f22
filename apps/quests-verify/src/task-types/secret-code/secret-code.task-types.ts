import { verifySecretCode } from '@questp/messages';
import { secretCode } from './code.js';
import { codeErrors, secretCode as codeField } from './code-fields.js';
import { object, text } from '../../catalog/definition/json-schema.js';
import { secretMembers } from '../../catalog/definition/secret-members.js';
import { ANY_PERIOD, type TaskType } from '../../catalog/definition/task-type.js';

/** Spec 2.4, 8: a code found elsewhere; 10 wrong ones in 15 minutes are the limit. */
export const secretCodeTaskTypes: TaskType[] = [
  {
    id: 'engagement_secret_code',
    name: 'Secret Code',
    category: 'engagement',
    automation: { level: 'automatic' },
    methods: ['platform_api'],
    periods: ANY_PERIOD,
    configSchema: object(
      {
        code: codeField('The code. Compared without case and surrounding white space; never given back.'),
        hint: text('Where the code is found; shown to the earner.', 500),
      },
      ['code'],
    ),
    inputSchema: object({ code: text('The code as the earner enters it.', 200) }, ['code']),
    redactedInputs: ['code'],
    checkConfig: codeErrors,
    ...secretMembers('code'),
    available: true,
    via: verifySecretCode,
    facts: [],
    rule: secretCode,
    exampleConfig: { code: 'Moonrise', hint: 'Spoken in the community call.' },
    exampleInputs: { code: ' moonRISE ' },
  },
];
