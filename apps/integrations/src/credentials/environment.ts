import { CREDENTIAL_PROVIDERS, type CredentialProvider } from '@questp/messages/integrations';
import { makeValidator, secret, type ConfigSpec } from '@questp/service';
import { fieldsOf, fitsField, type NamedField } from './fields.js';
import type { Values } from '../description/authorization.js';
import { PLATFORMS } from '../platforms/index.js';

/** Prefixes that other programs use for the same variables. */
const PREFIXES: Readonly<Partial<Record<CredentialProvider, string>>> = { object_storage: 's3' };

/** `chatcomm` and `clientId`: CHATCOMM_CLIENT_ID */
const variableOf = (provider: CredentialProvider, { name }: NamedField): string =>
  `${PREFIXES[provider] ?? provider}_${name.replace(/[A-Z]/g, '_$&')}`.toUpperCase();

const entries = CREDENTIAL_PROVIDERS.filter((provider) => !PLATFORMS[provider].escrowKey).flatMap((provider) =>
  fieldsOf(provider).map((field) => ({ provider, field, variable: variableOf(provider, field) })),
);

/** Variables for the fields of providers without a stored credential. */
export const CREDENTIAL_VARIABLES: ConfigSpec = Object.fromEntries(
  entries.map(({ provider, field, variable }) => {
    const validator = makeValidator((input: string) => {
      if (input !== '' && !fitsField(field, input)) throw new Error('is not of its form');
      return input;
    })({ desc: `${field.name} of ${provider}, while nothing is stored for it`, default: '' });
    return [variable, field.secret ? secret(validator) : validator];
  }),
);

/** The fields of a provider in the environment; empty if a required one is missing. */
export function environmentOf(provider: CredentialProvider, config: object): Values {
  const variables = config as Readonly<Record<string, string | undefined>>;
  const own = entries.filter((entry) => entry.provider === provider);
  const values = own.flatMap(({ field, variable }) => (variables[variable] ? [[field.name, variables[variable]]] : []));
  const isWhole = own.every(({ field, variable }) => !field.required || variables[variable]);
  return isWhole ? (Object.fromEntries(values) as Values) : {};
}
