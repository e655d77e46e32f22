import { createSecretKey, type KeyObject } from 'node:crypto';

/** Begins the names of keys that are made for development. */
const DEVELOPMENT = 'dev';
const ENTRY = /^([a-z0-9][a-z0-9_-]{0,31}):([A-Za-z0-9+/]{43}=)$/;

/** By name, in their order: the first seals, all open. Node prints nothing of a KeyObject. */
export type MasterKeys = ReadonlyMap<string, KeyObject>;

/** Reads `k2:<base64>,k1:<base64>`. @throws Error that quotes nothing of it */
export function parseMasterKeys(text: string): MasterKeys {
  const keys = new Map<string, KeyObject>();
  for (const entry of text.split(',')) {
    const [, id, base64] = ENTRY.exec(entry.trim()) ?? [];
    if (id === undefined || base64 === undefined) throw new Error('must be <name>:<32 bytes in base64>, …');
    const key = Buffer.from(base64, 'base64');
    if (keys.has(id) || key.toString('base64') !== base64)
      throw new Error('must be different names and canonical base64');
    keys.set(id, createSecretKey(key));
  }
  return keys;
}

/** @throws Error when a key that is made for development would keep secrets of production */
export function requireProductionKeys(keys: MasterKeys, environment: string): void {
  const made = [...keys.keys()].find((id) => id.startsWith(DEVELOPMENT));
  if (environment !== 'production' || made === undefined) return;
  throw new Error(
    `MASTER_KEYS has ${made}, a key for development, which NODE_ENV=production refuses: make one of your own`,
  );
}
