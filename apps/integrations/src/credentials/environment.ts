import { CREDENTIAL_PROVIDERS, type CredentialProvider } from '@questp/messages/integrations';
import { makeValidator, secret, type ConfigSpec } from '@questp/service';
import type { Values } from '../description/authorization.js';
import type { Platform, PlatformConfig } from '../description/platform.js';
import type { PlatformList } from '../description/platforms.js';
import { fieldsOf, fitsField, type NamedField } from './fields.js';

type Described = Pick<Platform<PlatformConfig>, 'fields' | 'variables' | 'escrowKey'>;

interface Entry {
  field: NamedField;
  variable: string;
}

/** `chatcomm` and `clientId`: CHATCOMM_CLIENT_ID */
const variableOf = (prefix: string, { name }: NamedField): string =>
  `${prefix}_${name.replace(/[A-Z]/g, '_$&')}`.toUpperCase();

/** The variables of a provider's fields; none of a key of the escrow. */
const entriesOf = (provider: CredentialProvider, described: Described): Entry[] =>
  described.escrowKey
    ? []
    : fieldsOf(described).map((field) => ({ field, variable: variableOf(described.variables ?? provider, field) }));

/** Variables for the fields of providers without a stored credential. */
export const credentialVariables = (platforms: PlatformList): ConfigSpec =>
  Object.fromEntries(
    CREDENTIAL_PROVIDERS.flatMap((provider) =>
      entriesOf(provider, platforms[provider]).map(({ field, variable }) => {
        const validator = makeValidator((input: string) => {
          if (input !== '' && !fitsField(field, input)) throw new Error('is not of its form');
          return input;
        })({ desc: `${field.name} of ${provider}, while nothing is stored for it`, default: '' });
        return [variable, field.secret ? secret(validator) : validator];
      }),
    ),
  );

/** The fields of a provider in the environment; empty if a required one is missing. */
export function environmentOf(provider: CredentialProvider, described: Described, config: object): Values {
  const variables = config as Readonly<Record<string, string | undefined>>;
  const own = entriesOf(provider, described);
  const values = own.flatMap(({ field, variable }) => (variables[variable] ? [[field.name, variables[variable]]] : []));
  const isWhole = own.every(({ field, variable }) => !field.required || variables[variable]);
  return isWhole ? (Object.fromEntries(values) as Values) : {};
}
