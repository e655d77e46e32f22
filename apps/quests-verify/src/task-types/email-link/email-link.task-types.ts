import { FORMS, MAX_TYPED_CODE, fieldError, type FieldError } from '@questp/messages/language';
import { verifyEmailLink } from '@questp/messages/quests';
import { MAX_MAIL_INTRO } from '@questp/messages/shared';
import type { FactValues } from '../../catalog/definition/facts.js';
import {
  flag,
  list,
  object,
  shown,
  text,
  type JsonSchema,
  type ValueOf,
} from '../../catalog/definition/json-schema.js';
import type { Outcome } from '../../catalog/definition/outcome.js';
import { defineTaskType, ONCE } from '../../catalog/definition/task-type.js';
import { domainRefusal, isAllowedDomain } from './email-domain.js';

export const emailLinkConfig = object({
  allowedDomains: list(
    'Domains that the address may belong to, without their subdomains; absent: any. Other scripts in punycode.',
    text('A domain in lower case.', 253, { pattern: FORMS.host.pattern.source }),
    50,
  ),
  reuseLinkedEmail: flag('The verified address of the account counts without a new code.', true),
  mailIntro: shown(text('Plain text that the mail with the code quotes as the words of the project.', MAX_MAIL_INTRO)),
});
/** As it is typed or pasted: identity ignores characters that cannot be seen. */
const mailedCode: JsonSchema<string> = {
  ...{ type: 'string', description: 'The mailed code.', minLength: 1, maxLength: MAX_TYPED_CODE },
};
const usesLinked: JsonSchema<boolean> = {
  ...{ type: 'boolean', description: 'Use the address of the account instead.', const: true },
};
const inputs = object(
  {
    code: mailedCode,
    useLinkedEmail: usesLinked,
  },
  [],
  { minProperties: 1, maxProperties: 1 },
);
type EmailLinkConfig = ValueOf<typeof emailLinkConfig>;

/** Spec 2.5, 4.2 rule 2: a verified e-mail address. */
export const emailLinkTaskTypes = [
  defineTaskType({
    id: 'email_link',
    name: 'Verified Email',
    category: 'identity',
    automation: { level: 'automatic' },
    methods: ['platform_api'],
    periods: ONCE,
    config: emailLinkConfig,
    inputs,
    redactedInputs: ['code'],
    checkInputs: ({ reuseLinkedEmail }: EmailLinkConfig, { useLinkedEmail }): FieldError[] =>
      useLinkedEmail && !reuseLinkedEmail
        ? [fieldError('/useLinkedEmail', 'NOT_ALLOWED', {}, 'This quest takes no address without a new code.')]
        : [],
    available: true,
    completedBy: verifyEmailLink,
    facts: { verifiedEmail: (_config, { code = null }) => ({ code }) },
    rule: ({ allowedDomains }: EmailLinkConfig, _inputs, { verifiedEmail }): Outcome =>
      verifiedEmail === null ? noAddress : emailOutcome(allowedDomains, verifiedEmail),
    exampleConfig: { allowedDomains: ['example.org'], mailIntro: 'Use the address of your university.' },
    exampleInputs: { useLinkedEmail: true },
  }),
];

const noAddress = {
  kind: 'fail',
  code: 'EMAIL_MISSING',
  detail: 'Your account has no verified e-mail address.',
} as const;

function emailOutcome(
  allowedDomains: readonly string[] | undefined,
  { address, domain }: NonNullable<FactValues['verifiedEmail']>,
): Outcome {
  return isAllowedDomain(allowedDomains, domain)
    ? { kind: 'pass', subjects: [{ kind: 'email', subject: address }] }
    : { kind: 'fail', code: 'EMAIL_DOMAIN_NOT_ALLOWED', detail: domainRefusal(allowedDomains) };
}
