import { readFileSync } from 'node:fs';
import type { FrontEndVariable } from './front-ends.js';

export * from './front-ends.js';

/**
 * Variables with addresses and secrets of the platform that a service may need; every service also receives NATS_URL
 * and INTERNAL_HOST.
 */
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
  /** Name of the folder in apps, the queue group, the durable consumer, and in logs. */
  name: string;
  /** First word of the subjects it answers (libs/messages); null: it answers none. */
  answers: string | null;
  /** Its schema in PostgreSQL; null: no database. */
  schema: string | null;
  /** Services whose published views (`published_*`) it may read; they are migrated first. */
  reads?: string[];
  /** HEALTH_PORT on the local platform. */
  healthPort: number;
  /** Default of PORT, for a service with a public port. */
  port?: number;
  environment: PlatformVariable[];
}

/** This file is three folders below the root, also in a bundle. */
const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../../libs/manifest/${name}`, import.meta.url), 'utf8'));

/** The services of the platform; each one after those whose views it reads. */
export const SERVICES = read('services.json') as readonly ServiceRow[];

/** Node flags of a service: a small young generation and a low heap limit (docs/decisions/010). */
export const NODE_FLAGS = read('node-flags.json') as readonly string[];

/**
 * Environment of a service besides its flags: few glibc heaps, so that memory of image processing in many threads is
 * reused.
 */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' } as const;

/** Throws for a name that is not in services.json. */
export function serviceNamed(name: string): ServiceRow {
  const row = SERVICES.find((service) => service.name === name);
  if (!row) throw new Error(`libs/manifest/services.json has no service ${name}`);
  return row;
}
