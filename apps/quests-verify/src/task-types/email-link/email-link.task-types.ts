import { defineFamily } from '../family/define-family.js';
import { FORMS } from '@questp/messages/language';
import { flag, list, object, shown, text } from '../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE, unavailable } from '../../catalog/definition/task-type.js';

/** Spec 2.5, 4.2 rule 2: a verified e-mail address. */
export const emailLink = defineFamily({
  types: [
    defineTaskType({
      id: 'email_link',
      name: 'Verified Email',
      category: 'identity',
      automation: { level: 'automatic' },
      methods: ['platform_api'],
      periods: ONCE,
      config: object({
        allowedDomains: list(
          'Domains the address may belong to; absent: any.',
          text('A domain in lower case.', 253, { pattern: FORMS.host.pattern.source }),
          50,
        ),
        reuseLinkedEmail: flag('The verified address of the profile counts without a new code.', true),
        mailIntro: shown(text('Text at the start of the mail.', 500)),
      }),
      inputs: object(
        {
          code: text('The code from the mail.', 10, { pattern: FORMS.digits.pattern.source }),
          useLinkedEmail: { type: 'boolean', description: 'Use the address of the profile instead.', const: true },
        },
        [],
        { minProperties: 1, maxProperties: 1 },
      ),
      redactedInputs: ['code'],
      ...unavailable('e-mail codes'),
    }),
  ],
});
