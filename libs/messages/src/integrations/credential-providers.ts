import { enumeration } from '../language/fields/index.js';

/** Providers whose settings and secrets can be stored (spec 2.8). */
export const CREDENTIAL_PROVIDERS = enumeration('CredentialProvider', [
  'microblog',
  'chatcomm',
  'messenger',
  'codehost',
  'videosite',
  'photosite',
  'launchsite',
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

/** Most fields of one provider. */
export const MAX_CREDENTIAL_FIELDS = 8;
/** Name of a field. */
export const CREDENTIAL_FIELD = { max: 40 } as const;
/** Value of a field. */
export const MAX_CREDENTIAL_CHARACTERS = 1_000;
