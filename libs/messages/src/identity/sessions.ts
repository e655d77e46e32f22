import type { Page, PageRequest, Timestamp } from '../common.js';
import { contract } from '../contract.js';

export interface SessionToken {
  /** Shown once; only its SHA-256 is stored. */
  token: string;
  expiresAt: Timestamp;
}

export interface Session {
  id: string;
  createdAt: Timestamp;
  lastUsedAt: Timestamp;
  expiresAt: Timestamp;
  ip: string;
  userAgent: string;
  /** The session of the token this was asked with. */
  isCurrent: boolean;
}

type Owner = { family: 'user' | 'admin'; ownerId: string; sessionId: string };

export const listSessions = contract<Owner & PageRequest, Page<Session>>('identity.sessions.list');

/** Ends one own session; NOT_FOUND for another's. `sessionId` is the asking one, `endId` the one to end. */
export const endSession = contract<Owner & { endId: string }, null>('identity.sessions.end');

/** Ends all own sessions but the asking one. */
export const endOtherSessions = contract<Owner, { ended: number }>('identity.sessions.end-others');
