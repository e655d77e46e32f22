import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomPassword } from '@questp/testing';

export interface Secrets {
  /** Of PostgreSQL's superuser `postgres`. */
  postgresPassword: string;
  /** Of the role `questp`, which owns the database. */
  databasePassword: string;
  adminEmail: string;
  /** What the configuration tells identity; changed at the first start. */
  bootstrapPassword: string;
  adminPassword: string;
}

/** The passwords of this local platform, made at its first start and kept beside its data. */
export function readSecrets(directory: string): Secrets {
  const file = join(directory, 'secrets.json');
  const secrets: Secrets = {
    postgresPassword: randomPassword(),
    databasePassword: randomPassword(),
    adminEmail: 'admin@questp.local',
    bootstrapPassword: randomPassword(),
    adminPassword: randomPassword(),
  };
  if (existsSync(file)) return { ...secrets, ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>) };
  writeFileSync(`${file}.draft`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  renameSync(`${file}.draft`, file);
  return secrets;
}
