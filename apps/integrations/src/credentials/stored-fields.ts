import type { CredentialProvider } from '@questp/messages';
import type { Secret } from '@questp/vault';
import type { Vault } from '@questp/vault';
import type { SealedFields } from './credentials.repository.js';

const placeOf = (provider: CredentialProvider, field: string) => ({ provider, owner: 'platform', field });

/** What the platform stores of a provider, and how it is kept. */
export function sealFields(
  vault: Vault,
  provider: CredentialProvider,
  secrets: ReadonlyMap<string, Secret>,
): SealedFields {
  return Object.fromEntries([...secrets].map(([name, secret]) => [name, vault.seal(placeOf(provider, name), secret)]));
}

export function openFields(vault: Vault, provider: CredentialProvider, fields: SealedFields): Map<string, Secret> {
  return new Map(Object.entries(fields).map(([name, sealed]) => [name, vault.open(placeOf(provider, name), sealed)]));
}
