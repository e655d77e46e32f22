import { enumeration } from '../language/fields/index.js';

/** Whose settings and secrets are stored (spec 2.8). */
export const CREDENTIAL_PROVIDERS = enumeration('CredentialProvider', [
  'microblog',
  'chatcomm',
  'messenger',
  'codehost',
  'videosite',
  'oauth_idp',
  'object_storage',
  'email_sender',
  'ai_provider',
  'payments',
  'escrow_operator',
  'escrow_ticket',
  'escrow_pauser',
]);
export type CredentialProvider = (typeof CREDENTIAL_PROVIDERS)[number];

/** Fields of one provider. */
export const MOST_CREDENTIAL_FIELDS = 8;
/** The name of a field. */
export const CREDENTIAL_FIELD = { max: 40 } as const;
/** The value of one. */
export const MOST_CREDENTIAL_CHARACTERS = 1_000;
