import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, base64url. */
export const newVisitToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token. */
export const visitTokenHash = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest();
