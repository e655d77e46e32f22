import type { OAuthPlatform } from '@questp/messages/shared';
import { Secret, type Envelopes, type SecretLocation, type Vault } from '@questp/vault';
import type { Tokens } from '../description/tokens.js';

/** A grant. */
interface Owner {
  id: string;
  provider: OAuthPlatform;
}

export const placeOf = ({ id, provider }: Owner, field: string): SecretLocation => ({ provider, owner: id, field });

export function sealTokens(vault: Vault, owner: Owner, { accessToken, refreshToken }: Tokens): Envelopes {
  const tokens = new Map([['accessToken', new Secret(accessToken)]]);
  if (refreshToken !== undefined) tokens.set('refreshToken', new Secret(refreshToken));
  return Object.fromEntries([...tokens].map(([field, token]) => [field, vault.seal(placeOf(owner, field), token)]));
}

export const openTokens = (vault: Vault, grant: Owner & { tokens: Envelopes }): Map<string, Secret> =>
  new Map(Object.entries(grant.tokens).map(([field, sealed]) => [field, vault.open(placeOf(grant, field), sealed)]));
