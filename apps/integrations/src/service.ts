import { setCredentialOperatorAccess } from '@questp/messages/shared';
import { defineService } from '@questp/service-kit';
import { chainRegistry } from '@questp/service-kit/chains';
import { operatorAccess, OperatorEvents } from '@questp/service-kit/operators';
import { rewrapCommand, sealedTablesCheck } from '@questp/vault';
import { authorize } from './access/authorize.js';
import { access } from './access/wing.js';
import { chains } from './chains/wing.js';
import { configOf } from './config.js';
import { connections } from './connections/wing.js';
import { credentials } from './credentials/wing.js';
import type { PlatformList } from './description/platforms.js';
import { description } from './description/wing.js';
import { endpoints } from './endpoints/wing.js';
import { escrowKeys } from './escrow-keys/wing.js';
import { facts } from './facts/wing.js';
import { files } from './files/wing.js';
import { health } from './health/wing.js';
import { oauth } from './oauth/wing.js';
import { outbound } from './outbound/wing.js';
import { PLATFORMS } from './platforms/index.js';
import { projectWebhooks } from './project-webhooks/wing.js';
import { sealedTables } from './sealed-tables.js';
import { signing } from './signing/wing.js';
import { spend } from './spend/wing.js';
import { webhooks } from './webhooks/wing.js';

/** The service with these platforms. */
export function integrationsWith(platforms: PlatformList) {
  const sealed = sealedTables(platforms);
  return defineService({
    name: 'integrations',
    config: configOf(platforms),
    wings: [
      chainRegistry,
      operatorAccess(setCredentialOperatorAccess),
      outbound,
      access,
      description(platforms),
      webhooks,
      spend,
      signing,
      projectWebhooks,
      endpoints,
      chains,
      credentials,
      escrowKeys,
      oauth,
      files,
      connections,
      facts(platforms),
      health,
      ...Object.values(platforms),
      { providers: [sealedTablesCheck(sealed)] },
    ],
    authorize,
    listens: [OperatorEvents],
    commands: { rewrap: rewrapCommand(sealed) },
  });
}

export const integrations = integrationsWith(PLATFORMS);
