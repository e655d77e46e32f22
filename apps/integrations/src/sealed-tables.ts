import type { SealedTable } from '@questp/vault';
import { SEALED_CONNECTIONS } from './connections/connections.repository.js';
import { SEALED_CREDENTIALS } from './credentials/credentials.repository.js';
import type { PlatformList } from './description/platforms.js';
import { SEALED_VERIFIERS } from './oauth/flows.repository.js';
import { SEALED_GRANTS } from './oauth/grants.repository.js';
import { SEALED_WEBHOOK_SECRETS } from './project-webhooks/project-webhooks.repository.js';
import { SEALED_SIGNING_SECRETS } from './signing/signing-secrets.repository.js';

/** The tables whose columns are sealed with the master keys of integrations. */
export const sealedTables = (platforms: PlatformList): readonly SealedTable[] => [
  SEALED_CREDENTIALS,
  SEALED_GRANTS,
  SEALED_VERIFIERS,
  SEALED_CONNECTIONS,
  SEALED_SIGNING_SECRETS,
  SEALED_WEBHOOK_SECRETS,
  ...Object.values<PlatformList[keyof PlatformList]>(platforms).flatMap(({ sealed = [] }) => sealed),
];
