import { createHash } from 'node:crypto';

/** Position and hash of the last link. A copy kept outside of the database reveals a truncated or rewritten chain. */
export interface AuditHead {
  position: number;
  hash: Buffer;
}

export const EMPTY_CHAIN: AuditHead = { position: 0, hash: Buffer.alloc(32) };

export const nextLink = ({ position, hash }: AuditHead, canonical: string): AuditHead => ({
  position: position + 1,
  hash: createHash('sha256').update(hash).update(canonical).digest(),
});

export const writeHead = ({ position, hash }: AuditHead): string => `${position}:${hash.toString('hex')}`;

export function readHead(text: string): AuditHead {
  const [, position, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (position === undefined || hash === undefined) throw new Error('A head is <position>:<64 hexadecimal digits>');
  return { position: Number(position), hash: Buffer.from(hash, 'hex') };
}
