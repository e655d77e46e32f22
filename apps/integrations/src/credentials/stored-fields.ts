import type { CredentialProvider } from '@questp/messages';
import type { Envelopes, Place, Secret, Vault } from '@questp/vault';

export const placeOf = (provider: CredentialProvider, field: string): Place => ({ provider, owner: 'platform', field });

/** What the platform stores of a provider, and how it is kept. */
export function sealFields(
  vault: Vault,
  provider: CredentialProvider,
  secrets: ReadonlyMap<string, Secret>,
): Envelopes {
  return Object.fromEntries([...secrets].map(([name, secret]) => [name, vault.seal(placeOf(provider, name), secret)]));
}

export function openFields(vault: Vault, provider: CredentialProvider, fields: Envelopes): Map<string, Secret> {
  return new Map(Object.entries(fields).map(([name, sealed]) => [name, vault.open(placeOf(provider, name), sealed)]));
}
