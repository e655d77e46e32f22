import { randomBytes } from 'node:crypto';
import type { Timestamp } from '@questp/messages/language';
import { Secret, type Envelopes, type SecretLocation, type Vault } from '@questp/vault';

/** A signing secret as it is stored: `current` and, after a rotation, `previous`, each sealed by the vault. */
export interface RotatingSecret {
  fields: Envelopes;
  /** End of the time in which the previous secret signs as well; null: there is none. */
  previousUntil: Date | null;
}

/** Where the vault has a field of the secret. */
type PlaceOf = (field: string) => SecretLocation;

/** A secret of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export const newSigningSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Makes a secret in the place of the one in `fields`, which becomes the previous one. */
export function rotate(vault: Vault, placeOf: PlaceOf, fields: Envelopes = {}): { secret: string; fields: Envelopes } {
  const secret = newSigningSecret();
  const seal = (field: string, value: Secret) => ({ [field]: vault.seal(placeOf(field), value) });
  const { current } = fields;
  return {
    secret,
    fields: {
      ...seal('current', new Secret(secret)),
      ...(current !== undefined && seal('previous', vault.open(placeOf('current'), current))),
    },
  };
}

/** The secrets that sign now. */
export function signingSecrets(vault: Vault, placeOf: PlaceOf, { fields, previousUntil }: RotatingSecret): string[] {
  const isPreviousGood = previousUntil !== null && previousUntil > new Date();
  return Object.entries(fields)
    .filter(([field]) => field === 'current' || isPreviousGood)
    .map(([field, sealed]) => vault.open(placeOf(field), sealed).reveal());
}

/** `previousUntil` while the previous secret signs. */
export const shownPreviousUntil = ({ previousUntil }: RotatingSecret): Timestamp | null =>
  previousUntil !== null && previousUntil > new Date() ? previousUntil.toISOString() : null;
