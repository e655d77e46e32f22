import {
  ENDPOINT_CONTRACTS,
  ENDPOINT_METHODS,
  MAX_CHECK_POINTS,
  type EndpointContractName,
} from '@questp/messages/integrations';
import { fieldError, FORMS, type FieldError } from '@questp/messages/language';
import { chainIds, instructions } from '../../catalog/definition/common-fields.js';
import { EARNER_IDENTITIES } from '../../catalog/definition/earner-identity.js';
import {
  choice,
  flag,
  httpUrl,
  integer,
  list,
  object,
  secret,
  text,
  withDefault,
  type ValueOf,
} from '../../catalog/definition/json-schema.js';
import type { Outcome } from '../../catalog/definition/outcome.js';
import { actionProof, provenAction, screenshot } from '../../catalog/definition/proven-action.js';
import { ANY_PERIOD, defineTaskType } from '../../catalog/definition/task-type.js';

/** Contracts that take one identity, as `address`. */
const WITH_ADDRESS: ReadonlySet<EndpointContractName> = new Set([
  'galxe',
  'taskon',
  'taskon_reward',
  'questn',
  'soquest',
]);

export const customRestConfig = object(
  {
    instructions,
    url: httpUrl('Address of the check, https and public; earners can read it, so keys belong into bearerToken.'),
    contract: withDefault(
      choice(
        'Contract that the endpoint implements; an endpoint for another platform is used unchanged.',
        ENDPOINT_CONTRACTS,
      ),
      'standard',
    ),
    bearerToken: secret(
      text(
        'Authorization: Bearer of each call (zealy: x-api-key; thx: key of the signature). Never returned, and to be entered again with another url.',
        500,
        {
          pattern: FORMS.printable_spaced.pattern.source,
        },
      ),
      // Another address does not get a token that its team has not entered for it.
      (changed, stored) => changed['url'] === stored['url'],
    ),
    identities: withDefault(
      list(
        'What is sent about the earner. One account completes the quest with the first of them.',
        choice('An identity; email only with the consent of the earner.', EARNER_IDENTITIES),
        EARNER_IDENTITIES.length,
      ),
      ['wallet'],
    ),
    chainIds: chainIds('Wallets on these chains are sent; absent: all linked wallets.'),
    method: choice('Of a call; contracts galxe (GET by default) and intract (POST by default).', ENDPOINT_METHODS),
    body: text('JSON body of a POST with $address in it; contract galxe.', 2_000),
    resultPointer: text(
      'JSON Pointer to the result (true, false or a number) in an answer; contracts galxe (the whole answer by default) and intract (/data/result).',
      200,
      { pattern: '^(/[^/]*)*$' },
    ),
    resultAtLeast: integer(
      'The least number that passes, where the result is one; 1 by default.',
      0,
      Number.MAX_SAFE_INTEGER,
    ),
    minPoints: integer('The least points that an answer can name; 0 by default.', 0, MAX_CHECK_POINTS),
    maxPoints: integer(
      'The most points that an answer can name; absent: always those of the quest.',
      0,
      MAX_CHECK_POINTS,
    ),
  },
  ['url'],
);
type Config = ValueOf<typeof customRestConfig>;

const inputs = object({
  ...actionProof,
  shareEmail: flag('Consent to send your e-mail address to the project; needed if the quest asks for it.', false),
});

/** custom_rest: the endpoint of the project decides. */
export const customRest = defineTaskType({
  ...provenAction,
  available: true,
  id: 'custom_rest',
  name: 'Custom',
  category: 'custom',
  automation: { level: 'automatic', hint: 'project REST API' },
  methods: ['project_rest', 'hybrid'],
  periods: ANY_PERIOD,
  cooldownSeconds: 30,
  config: customRestConfig,
  checkConfig: configErrors,
  inputs,
  checkInputs: (config, given) => [
    ...provenAction.checkInputs(config, given),
    ...(config.identities.includes('email') && !given.shareEmail
      ? [fieldError('/shareEmail', 'REQUIRED', {}, 'The project asks for your e-mail address; consent to send it.')]
      : []),
  ],
  facts: { projectCheck: projectCheckOf, evidence: screenshot },
  rule: (_config, _inputs, { projectCheck }): Outcome => {
    const { result = 'fail', message = null, points = null, subjects = [] } = projectCheck ?? {};
    if (result === 'pass') return { kind: 'pass', subjects, ...(points !== null && { points }) };
    const detail = message === null ? 'The project does not confirm it.' : `The project answered: ${message}`;
    return { kind: 'fail', code: 'ACTION_NOT_FOUND', detail };
  },
  exampleConfig: { url: 'https://quests.example.org/checks/first-trade', identities: ['wallet'] },
});

/** What a check by the endpoint of the quest asks for. */
export function projectCheckOf({ url, contract, bearerToken, identities, chainIds: chains, ...config }: Config) {
  const { method, body, resultPointer, resultAtLeast, minPoints, maxPoints } = config;
  const given = { secret: bearerToken, method, body, resultPointer, resultAtLeast, minPoints, maxPoints };
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    endpoint: { url, contract, ...Object.fromEntries(known) },
    identities,
    ...(chains !== undefined && { chainIds: chains }),
  };
}

function configErrors({ url, contract, identities, bearerToken, method, body, ...config }: Config): FieldError[] {
  const { minPoints = 0, maxPoints } = config;
  const errors: FieldError[] = [];
  if (WITH_ADDRESS.has(contract) && identities.length > 1) {
    errors.push(fieldError('/identities', 'NOT_ALLOWED', {}, `The contract ${contract} takes one identity.`));
  }
  if (contract === 'galxe' && !(method === 'POST' ? `${url}${body ?? ''}` : url).includes('$address')) {
    errors.push(fieldError('/url', 'NOT_ALLOWED', {}, 'It has to contain $address, which stands for the identity.'));
  }
  if (contract === 'thx' && bearerToken === undefined) {
    errors.push(fieldError('/bearerToken', 'REQUIRED', {}, 'The contract thx signs with it.'));
  }
  if (minPoints > (maxPoints ?? 0)) {
    errors.push(fieldError('/minPoints', 'NOT_ALLOWED', {}, 'It has to be at most maxPoints.'));
  }
  return errors;
}
