import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BROKER_USERS } from '@questp/broker';
import { SERVICES } from '@questp/manifest';
import { newMasterKey, newMethodHashKey, randomPassword } from '@questp/testing';

export interface Secrets {
  /** Of PostgreSQL's superuser `postgres`. */
  postgresPassword: string;
  /** Of the role that owns the database and the tables. */
  databasePassword: string;
  /** Of each service's role, by service. */
  databasePasswords: Record<string, string>;
  /** By user of the broker. */
  natsPasswords: Record<string, string>;
  /** Master keys that seal stored credentials. */
  masterKeys: string;
  /** Key with which identity hashes sign-in methods. */
  methodHashKey: string;
  adminEmail: string;
  /** The initial password in identity's configuration; changed at the first start. */
  bootstrapPassword: string;
  adminPassword: string;
}

/** The passwords of this local platform, made at the first start that needs them and kept beside its data. */
export function readSecrets(directory: string): Secrets {
  const file = join(directory, 'secrets.json');
  const kept = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) : {};
  const secrets: Secrets = {
    postgresPassword: randomPassword(),
    databasePassword: randomPassword(),
    masterKeys: newMasterKey('dev1'),
    methodHashKey: newMethodHashKey(),
    adminEmail: 'admin@questp.local',
    bootstrapPassword: randomPassword(),
    adminPassword: randomPassword(),
    ...kept,
    databasePasswords: { ...passwords(SERVICES.map(({ name }) => name)), ...kept.databasePasswords },
    natsPasswords: { ...passwords(BROKER_USERS), ...kept.natsPasswords },
  };
  writeFileSync(`${file}.draft`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${file}.draft`, file);
  return secrets;
}

const passwords = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, randomPassword()]));
