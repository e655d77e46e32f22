import { Secret, type Envelopes, type Place, type Vault } from '@questp/vault';
import type { Grant } from './grants.repository.js';
import type { Tokens } from './oauth-client.js';

type Owner = Pick<Grant, 'id' | 'provider'>;

export const placeOf = ({ id, provider }: Owner, field: string): Place => ({ provider, owner: id, field });

export function sealTokens(vault: Vault, owner: Owner, { accessToken, refreshToken }: Tokens): Envelopes {
  const tokens = new Map([['accessToken', new Secret(accessToken)]]);
  if (refreshToken !== undefined) tokens.set('refreshToken', new Secret(refreshToken));
  return Object.fromEntries([...tokens].map(([field, token]) => [field, vault.seal(placeOf(owner, field), token)]));
}

export const openTokens = (vault: Vault, grant: Owner & Pick<Grant, 'tokens'>): Map<string, Secret> =>
  new Map(Object.entries(grant.tokens).map(([field, sealed]) => [field, vault.open(placeOf(grant, field), sealed)]));
