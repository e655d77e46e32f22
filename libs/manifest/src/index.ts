import { readFileSync } from 'node:fs';
import type { FrontEndVariable } from './front-ends.js';

export * from './front-ends.js';

/** An address or secret of the platform that whoever starts a service tells it; NATS_URL and INTERNAL_HOST every service is told. */
export type PlatformVariable =
  | 'DATABASE_URL'
  | 'SMTP_URL'
  | 'FILES_DIR'
  | 'MASTER_KEYS'
  | 'METHOD_HASH_KEY'
  | FrontEndVariable
  | 'BOOTSTRAP_ADMIN_EMAIL'
  | 'BOOTSTRAP_ADMIN_PASSWORD';

/** One row of services.json. */
export interface ServiceRow {
  /** Of the folder in apps, of the queue group and durable consumer, and of the logs. */
  name: string;
  /** First word of the subjects it answers (libs/messages); null for a service that answers none. */
  answers: string | null;
  /** Its own schema in PostgreSQL; null for a service without a database. */
  schema: string | null;
  /** Services whose published views (`published_*`) it may read; their tables are there first. */
  reads?: string[];
  /** Default of the local platform for HEALTH_PORT. */
  healthPort: number;
  /** Default of PORT, where a service has a public port. */
  port?: number;
  environment: PlatformVariable[];
}

/** This file lies three folders below the root, also in a bundle. */
const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../libs/manifest/${name}`, import.meta.url), 'utf8'));

/** The services of the platform, whoever publishes views before whoever reads them. */
export const SERVICES = read('services.json') as readonly ServiceRow[];

/** Node's flags for a service: a small young generation and a low ceiling keep it small (docs/decisions/010). */
export const NODE_FLAGS = read('node-flags.json') as readonly string[];

/** Of a service beside its flags: glibc keeps few heaps, so that what pictures took in many threads is used again. */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' } as const;

/** Throws for a name that services.json does not have. */
export function serviceNamed(name: string): ServiceRow {
  const row = SERVICES.find((service) => service.name === name);
  if (!row) throw new Error(`libs/manifest/services.json has no service ${name}`);
  return row;
}
