import { getCredential, setCredential, type Credential, type CredentialProvider } from '@questp/messages/integrations';
import type { AppError, Contract } from '@questp/messages/language';
import type { EventEnvelope } from '@questp/messages/tables';
import { Database, newId, sql } from '@questp/postgres';
import { Bus, newCallContext, runInContext } from '@questp/service';
import { createTestDatabase, newMasterKey, startNats, startService } from '@questp/testing';
import { parseMasterKeys, Vault } from '@questp/vault';
import { pino } from 'pino';
import { startPlatforms } from './platforms.fixture.js';
import { openFields } from '../credentials/stored-fields.js';

export const adminId = `svcadmin_${'a'.repeat(32)}`;
export const CHATCOMM = { clientId: '1290312903', clientSecret: 'secret-of-it', botToken: 'token-of-it' };
export const [K1, K2] = [newMasterKey('k1'), newMasterKey('k2')];

/** The error code of a refused change, then the pointer and code of each invalid field. */
export const codesOf = (work: Promise<unknown>): Promise<string[]> =>
  work.then(
    () => ['done'],
    ({ code, details }: AppError) => [code, ...(details.errors ?? []).map((error) => `${error.pointer} ${error.code}`)],
  );

export const valuesOf = ({ fields }: Credential) =>
  Object.fromEntries(fields.filter((field) => field.set).map(({ name, value }) => [name, value]));

export type CredentialStage = Awaited<ReturnType<typeof startCredentials>>;

/** Two replicas of the built service, and an operator who calls them as the gateway does. */
export async function startCredentials() {
  const [database, nats, platforms] = await Promise.all([
    createTestDatabase({ migrate: ['integrations'] }),
    startNats(),
    startPlatforms(),
  ]);
  const db = new Database(database.url, { schema: 'integrations', poolSize: 2 });
  const environment: NodeJS.ProcessEnv = {
    DATABASE_URL: database.urlOf('integrations'),
    NATS_URL: nats.urlOf('integrations'),
    FILES_DIR: '/tmp',
    MASTER_KEYS: K1,
    CHECK_REPLIES: 'true',
    PLATFORM_CHATCOMM_URL: platforms.url,
    PLATFORM_MESSENGER_URL: platforms.url,
    PLATFORM_CODEHOST_URL: platforms.url,
    CODEHOST_CLIENT_ID: 'from-environment',
    CODEHOST_CLIENT_SECRET: 'environment-secret',
    MICROBLOG_CLIENT_ID: 'half',
  };
  const replicas = await Promise.all([
    startService('integrations', environment),
    startService('integrations', environment),
  ]);
  const bus = new Bus(nats.url, 'spec', pino({ level: 'silent' }));
  await bus.connect();
  const audited: EventEnvelope<'credential.changed'>[] = [];
  bus.connection.subscribe('events.credential.>', { callback: (_, message) => void audited.push(message.json()) });

  const ask = <Request extends object, Reply extends object | null>(
    contract: Contract<Request, Reply>,
    request: Request,
    id = adminId,
  ): Promise<Reply> => {
    const operator = { family: 'admin', adminId: id, sessionId: newId() } as const;
    const principal = {
      ...operator,
      role: 'super_admin',
      signedInAt: new Date().toISOString(),
      mustChangePassword: false,
      mustEnableTwoFactor: false,
    } as const;
    const caller = { operation: contract.http[0]?.id ?? '', principal };
    return runInContext({ ...newCallContext(), caller }, () => bus.call(contract, request));
  };
  const set = (provider: CredentialProvider, fields: Record<string, unknown>, more: { ifMatch?: string[] } = {}) =>
    ask(setCredential, { provider, fields, adminId, ...more });

  return {
    nats,
    platforms,
    db,
    environment,
    replicas,
    bus,
    audited,
    ask,
    set,
    get: (provider: CredentialProvider) => ask(getCredential, { provider }),
    clear: (provider: CredentialProvider, names: string[]) =>
      set(provider, Object.fromEntries(names.map((name) => [name, null]))),
    /** The decrypted fields of the stored credential. */
    stored: async (provider: CredentialProvider, ...keys: string[]) => {
      const row = await db.row<{ fields: Record<string, string> }>(
        sql`SELECT fields FROM credential WHERE provider = ${provider}`,
      );
      const opened = openFields(new Vault(parseMasterKeys(keys.join(','))), provider, row?.fields ?? {});
      return Object.fromEntries([...opened].map(([name, secret]) => [name, secret.reveal()]));
    },
    stop: async () => {
      await Promise.all(replicas.map((replica) => replica.stop()));
      await bus.close();
      await db.onApplicationShutdown();
      await Promise.all([nats.stop(), platforms.stop(), database.drop()]);
    },
  };
}
