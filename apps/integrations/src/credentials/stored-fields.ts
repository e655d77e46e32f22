import type { CredentialProvider } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import type { Envelopes, SecretLocation, Secret, Vault } from '@questp/vault';

export const placeOf = (provider: CredentialProvider, field: string): SecretLocation => ({
  provider,
  owner: 'platform',
  field,
});

/** Seals the values of a provider's fields for storage. */
export function sealFields(
  vault: Vault,
  provider: CredentialProvider,
  secrets: ReadonlyMap<string, Secret>,
): Envelopes {
  return Object.fromEntries([...secrets].map(([name, secret]) => [name, vault.seal(placeOf(provider, name), secret)]));
}

/** A stored credential cannot be decrypted: it was changed outside of the service, or its master key is missing. */
export class UnreadableCredential extends AppError {
  constructor(provider: CredentialProvider, cause: unknown) {
    super('SERVICE_UNAVAILABLE', { retryAfter: 60, detail: `The stored credential of ${provider} cannot be read.` });
    this.cause = cause;
  }
}

/** @throws UnreadableCredential */
export function openFields(vault: Vault, provider: CredentialProvider, fields: Envelopes): Map<string, Secret> {
  try {
    return new Map(Object.entries(fields).map(([name, sealed]) => [name, vault.open(placeOf(provider, name), sealed)]));
  } catch (error) {
    throw new UnreadableCredential(provider, error);
  }
}
