import { Secret, type Vault } from '@questp/vault';
import type { Grant, SealedTokens } from './grants.repository.js';
import type { Tokens } from './oauth-client.js';

type Owner = Pick<Grant, 'id' | 'provider'>;

const placeOf = ({ id, provider }: Owner, field: string) => ({ provider, owner: id, field });

export function sealTokens(vault: Vault, owner: Owner, { accessToken, refreshToken }: Tokens): SealedTokens {
  const tokens = new Map([['accessToken', new Secret(accessToken)]]);
  if (refreshToken !== undefined) tokens.set('refreshToken', new Secret(refreshToken));
  return sealAll(vault, owner, tokens);
}

export const sealAll = (vault: Vault, owner: Owner, tokens: ReadonlyMap<string, Secret>): SealedTokens =>
  Object.fromEntries([...tokens].map(([field, token]) => [field, vault.seal(placeOf(owner, field), token)]));

export const openTokens = (vault: Vault, grant: Owner & Pick<Grant, 'tokens'>): Map<string, Secret> =>
  new Map(Object.entries(grant.tokens).map(([field, sealed]) => [field, vault.open(placeOf(grant, field), sealed)]));
