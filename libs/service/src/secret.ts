import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits as 43 characters of base64url. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** What is stored of a secret that nobody can guess: its SHA-256, 32 bytes. */
export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();
