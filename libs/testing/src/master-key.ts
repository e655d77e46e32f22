import { randomBytes } from 'node:crypto';

/** One entry of MASTER_KEYS. Keys whose name begins with `dev` are refused in production. */
export const newMasterKey = (name: string): string => `${name}:${randomBytes(32).toString('base64')}`;

/** The value of METHOD_HASH_KEY. */
export const newMethodHashKey = (): string => randomBytes(32).toString('base64');
