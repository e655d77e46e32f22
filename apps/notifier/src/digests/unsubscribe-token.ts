import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DigestTopic } from './digest-choices.repository.js';

export interface Unsubscribing {
  userId: string;
  topics: DigestTopic[];
}

const sign = (payload: string, key: Buffer): Buffer => createHmac('sha256', key).update(payload).digest();

/** The token unsubscribes one user from these topics and grants nothing else. */
export function unsubscribeToken({ userId, topics }: Unsubscribing, key: Buffer): string {
  const payload = Buffer.from([userId, ...topics].join(' ')).toString('base64url');
  return `${payload}.${sign(payload, key).toString('base64url')}`;
}

/** Parses a token without verifying its signature; see `isSigned`. */
export function readToken(token: string): Unsubscribing {
  const [userId = '', ...topics] = Buffer.from(payloadOf(token), 'base64url').toString().split(' ');
  return { userId, topics: topics as DigestTopic[] };
}

/** True if the key signed the token. */
export function isSigned(token: string, key: Buffer): boolean {
  const given = Buffer.from(token.slice(token.indexOf('.') + 1), 'base64url');
  const right = sign(payloadOf(token), key);
  return given.length === right.length && timingSafeEqual(given, right);
}

const payloadOf = (token: string): string => token.slice(0, token.indexOf('.'));
