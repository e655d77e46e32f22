import { createHmac, timingSafeEqual } from 'node:crypto';
import type { NewsTopic } from './news-choices.repository.js';

export interface Unsubscribing {
  userId: string;
  topics: NewsTopic[];
}

const sign = (said: string, key: Buffer): Buffer => createHmac('sha256', key).update(said).digest();

/** The token unsubscribes one user from these topics and grants nothing else. */
export function unsubscribeToken({ userId, topics }: Unsubscribing, key: Buffer): string {
  const said = Buffer.from([userId, ...topics].join(' ')).toString('base64url');
  return `${said}.${sign(said, key).toString('base64url')}`;
}

/** Parses a token without verifying its signature; see `isSigned`. */
export function readToken(token: string): Unsubscribing {
  const [userId = '', ...topics] = Buffer.from(saidBy(token), 'base64url').toString().split(' ');
  return { userId, topics: topics as NewsTopic[] };
}

/** True if the key signed the token. */
export function isSigned(token: string, key: Buffer): boolean {
  const given = Buffer.from(token.slice(token.indexOf('.') + 1), 'base64url');
  const right = sign(saidBy(token), key);
  return given.length === right.length && timingSafeEqual(given, right);
}

const saidBy = (token: string): string => token.slice(0, token.indexOf('.'));
