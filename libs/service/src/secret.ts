import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters of base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** The stored form of an unguessable secret: its SHA-256, 32 bytes. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
