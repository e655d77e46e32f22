import { randomUUID } from 'node:crypto';
import { startEmulators, type Emulators } from '@questp/emulators';
import { findLinkedGrant } from '@questp/messages/identity';
import { newId, sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey } from '@questp/testing';
import type { ConnectionProvider } from '@questp/messages/integrations';
import type { OAuthProvider } from '@questp/messages/shared';
import { integrations } from '../service.js';
import { Browser, type Call } from './browser.fixture.js';

const PUBLIC_URL = 'https://api.example.org';

/** Integrations and the emulated platforms, with an earner who links accounts, and a project. */
export interface FactStage {
  emulators: Emulators;
  service: TestService<object>;
  userId: string;
  projectId: string;
  /** Links the account of a person in place of the one before; gives its id. */
  link(person: string): Promise<string>;
  /** Removes the link. */
  unlink(): void;
  /** Without faults, changes of the emulators' state, kept answers and requests that count against the earner. */
  reset(): Promise<void>;
  stop(): Promise<void>;
}

/** @param more variables of the environment in place of those of the emulators */
export async function startFacts(provider: OAuthProvider, more: NodeJS.ProcessEnv = {}): Promise<FactStage> {
  const emulators = await startEmulators();
  emulators.allowRedirect(provider, `${PUBLIC_URL}/v1/auth/oauth/callback/${provider}`);
  const own = { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), PUBLIC_URL };
  const env = { ...emulators.environment, ...own, ...more };
  const service = await startTestService(integrations, { env });
  let grantId: string | null = null;
  service.bus.answer(findLinkedGrant, () => ({ grantId, accountId: grantId, relinkNeeded: false }));
  const call: Call = (contract, request) =>
    service.call(contract, request, { operation: contract.http[0]?.id ?? '', principal: null });
  return {
    emulators,
    service,
    userId: `svcuser_${'a'.repeat(32)}`,
    projectId: randomUUID(),
    link: async (person) => {
      const browser = new Browser(call, provider);
      const sessionId = randomUUID();
      const code = (await browser.through(person, { sessionId })).searchParams.get('code') ?? '';
      const account = await browser.redeem(code, sessionId);
      grantId = account.grantId;
      return account.accountId;
    },
    unlink: () => {
      grantId = null;
    },
    reset: async () => {
      emulators.clearFaults();
      emulators.resetState();
      await service.db.execute(sql`DELETE FROM quota_holder_use`);
      await service.db.execute(sql`DELETE FROM shared_answer`);
    },
    stop: async () => {
      await service.stop();
      await emulators.stop();
    },
  };
}

/** Connects the project to an account of a platform, without a consent of anybody. */
export async function connect(
  { service, projectId, userId }: FactStage,
  provider: ConnectionProvider,
  accountId: string,
): Promise<void> {
  await service.db.execute(sql`
    INSERT INTO project_connection (id, project_id, provider, account_id, name, fields, connected_by)
    VALUES (${newId()}, ${projectId}, ${provider}, ${accountId}, 'Connected', '{}', ${userId})`);
}
