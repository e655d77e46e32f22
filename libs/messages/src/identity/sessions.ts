import { SESSION_FAMILIES, type SessionFamily } from '../access/principals.js';
import type { Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import { Count, Flag, Id, OneOf, Text, Time } from '../language/fields/index.js';

export class SessionToken {
  @Text({
    max: 64,
    description: 'Opaque; sent as `Authorization: Bearer`. Returned only once.',
    example: 'svcu_Zk0yQm5pVXh5d2h0b2tlbi1vZi1hLXNlc3Npb24tMDE',
  })
  token!: string;

  @Time()
  expiresAt!: Timestamp;
}

export class Session {
  @Id({ description: 'Id of the session' })
  id!: string;

  @Time()
  createdAt!: Timestamp;

  @Time({ description: 'Last use, to the minute' })
  lastUsedAt!: Timestamp;

  @Time()
  expiresAt!: Timestamp;

  @Text({ max: 64, description: 'IP address of the client', example: '203.0.113.7' })
  ip!: string;

  @Text({ max: 300, description: 'User agent of the client', example: 'Mozilla/5.0' })
  userAgent!: string;

  @Flag({ description: 'True for the session of this request' })
  isCurrent!: boolean;
}

const USER_SESSIONS = '/v1/users/me/sessions';
const ADMIN_SESSIONS = '/v1/admin/me/sessions';
const OWNER = { form: 'account_id', from: 'callerId' } as const;

class ListSessionsRequest extends PageRequest {
  @OneOf(SESSION_FAMILIES, { from: 'family', description: 'Token family of the caller' })
  family!: SessionFamily;

  @Text(OWNER)
  ownerId!: string;

  @Id({ from: 'sessionId', description: 'The asking session' })
  sessionId!: string;
}

export const listSessions = contract({
  subject: 'identity.sessions.list',
  callers: ['exports'],
  request: ListSessionsRequest,
  reply: pageOf(Session),
  http: [
    { id: 'listSessions', route: `GET ${USER_SESSIONS}`, tag: 'sessions', summary: 'List your sessions' },
    { id: 'adminListSessions', route: `GET ${ADMIN_SESSIONS}`, tag: 'admin', summary: 'List your sessions' },
  ],
});

class EndSessionRequest {
  @OneOf(SESSION_FAMILIES, { from: 'family', description: 'Token family of the caller' })
  family!: SessionFamily;

  @Text(OWNER)
  ownerId!: string;

  @Id({ description: 'Session to end' })
  sessionId!: string;
}

/** Ends one session of the caller; NOT_FOUND for a session of another account. */
export const endSession = contract({
  subject: 'identity.sessions.end',
  request: EndSessionRequest,
  reply: null,
  http: [
    {
      id: 'endSession',
      route: `DELETE ${USER_SESSIONS}/:sessionId`,
      tag: 'sessions',
      summary: 'End one of your sessions',
    },
    {
      id: 'signOut',
      route: 'POST /v1/auth/sign-out',
      tag: 'auth',
      summary: 'End the current session',
      fill: { sessionId: 'sessionId' },
      again: 'A repeated call returns UNAUTHENTICATED.',
    },
    {
      id: 'adminEndSession',
      route: `DELETE ${ADMIN_SESSIONS}/:sessionId`,
      tag: 'admin',
      summary: 'End one of your sessions',
    },
    {
      id: 'adminSignOut',
      route: 'POST /v1/admin/auth/sign-out',
      tag: 'admin',
      summary: 'End the current session',
      fill: { sessionId: 'sessionId' },
      again: 'A repeated call returns UNAUTHENTICATED.',
    },
  ],
});

class EndOtherSessionsRequest {
  @OneOf(SESSION_FAMILIES, { from: 'family', description: 'Token family of the caller' })
  family!: SessionFamily;

  @Text(OWNER)
  ownerId!: string;

  @Id({ from: 'sessionId', description: 'The asking session, which stays' })
  sessionId!: string;
}

export class EndedSessions {
  @Count({ description: 'Number of ended sessions', example: 1 })
  ended!: number;
}

export const endOtherSessions = contract({
  subject: 'identity.sessions.end-others',
  request: EndOtherSessionsRequest,
  reply: EndedSessions,
  http: {
    id: 'endOtherSessions',
    route: `DELETE ${USER_SESSIONS}`,
    tag: 'sessions',
    summary: 'End all other sessions',
    again: 'A repeated call ends no further session.',
  },
});
