import { Nothing, type Timestamp } from '../language/contract/common.js';
import { contract } from '../language/contract/contract.js';
import { PageRequest, pageOf } from '../language/contract/paging.js';
import { AnyObject, Id, Line, OneOf, Text, Time, enumeration } from '../language/fields/index.js';

export const ACTOR_TYPES = enumeration('ActorType', ['admin', 'user', 'anonymous', 'system']);
export type ActorType = (typeof ACTOR_TYPES)[number];

export class AuditEntry {
  @Id({ description: 'Id of the entry' })
  id!: string;

  @Time()
  at!: Timestamp;

  @Text({ max: 80, example: 'admin.sign_in', description: 'Action; its first word names the kind of subject' })
  action!: string;

  @OneOf(ACTOR_TYPES, { description: 'Kind of actor' })
  actorType!: ActorType;

  @Text({
    max: 80,
    nullable: true,
    example: 'svcadmin_0190b5e46f0e7c3a9d7a3f1f0c5a2c01',
    description: 'Id of the actor; null: unknown',
  })
  actorId!: string | null;

  @Text({
    max: 80,
    nullable: true,
    description: 'Id of what the action changed; null: nothing with an id',
    example: 'svcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01',
  })
  subjectId!: string | null;

  @Text({ max: 64, nullable: true, description: 'IP address of the client', example: '203.0.113.7' })
  ip!: string | null;

  @Text({ max: 300, nullable: true, description: 'User agent of the client', example: 'Mozilla/5.0' })
  userAgent!: string | null;

  @AnyObject({ maxBytes: 16_384, description: 'Details of the action, without secrets', example: { reason: 'Fraud' } })
  details!: Record<string, unknown>;
}

class ListAuditLogRequest extends PageRequest {
  @Line({ max: 80, optional: true, description: 'Only entries with this action' })
  action?: string;

  @Line({ max: 80, optional: true, description: 'Only entries of this actor' })
  actorId?: string;

  @Line({
    max: 80,
    optional: true,
    description: 'Only entries about this user, operator or other subject',
    example: 'svcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01',
  })
  subjectId?: string;

  @Time({ optional: true, description: 'Start of the range, inclusive' })
  from?: Timestamp;

  @Time({ optional: true, description: 'End of the range, exclusive' })
  to?: Timestamp;
}

export const listAuditLog = contract({
  subject: 'identity.audit.list',
  request: ListAuditLogRequest,
  reply: pageOf(AuditEntry),
  http: {
    id: 'adminListAuditLog',
    route: 'GET /v1/admin/audit-log',
    tag: 'admin',
    summary: 'List the audit log, newest first',
  },
});

class AuditChainHead {
  @Text({
    max: 80,
    example: `1204:${'3f'.repeat(32)}`,
    description: 'Position and hash of the last entry, for `verify-audit --head`',
  })
  head!: string;
}

export const getAuditChainHead = contract({
  subject: 'identity.audit.head',
  request: Nothing,
  reply: AuditChainHead,
  http: {
    id: 'adminGetAuditChainHead',
    route: 'GET /v1/admin/audit-log/head',
    tag: 'admin',
    summary: 'Get the head of the audit log chain',
  },
});
