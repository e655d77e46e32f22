import type { SealedTable } from '@questp/vault';
import { SEALED_CONNECTIONS } from './connections/connections.repository.js';
import { SEALED_ENDED_BOTS } from './platforms/messenger/ended-bots.repository.js';
import { SEALED_CREDENTIALS } from './credentials/credentials.repository.js';
import { SEALED_FORMER_BUCKETS } from './files/storage/former-buckets.repository.js';
import { SEALED_VERIFIERS } from './oauth/flows.repository.js';
import { SEALED_GRANTS } from './oauth/grants.repository.js';
import { SEALED_HOOKS } from './platforms/codehost/hooks.repository.js';
import { SEALED_SIGNING_SECRETS } from './signing/signing-secrets.repository.js';

/** The tables whose columns are sealed with the master keys of integrations. */
export const SEALED_TABLES: readonly SealedTable[] = [
  SEALED_CREDENTIALS,
  SEALED_FORMER_BUCKETS,
  SEALED_GRANTS,
  SEALED_VERIFIERS,
  SEALED_CONNECTIONS,
  SEALED_ENDED_BOTS,
  SEALED_HOOKS,
  SEALED_SIGNING_SECRETS,
];
