import { Inject, Injectable } from '@nestjs/common';
import type { AuditEntry, listAuditLog } from '@questp/messages/identity';
import type { ClientInfo, RequestOf } from '@questp/messages/language';
import { decodeCursor, newId, sql, type Queries } from '@questp/postgres';
import { PRISMA, type Prisma } from '../shared/prisma.js';

export type AuditAction =
  | 'user.sign_in'
  | 'user.sign_in_failed'
  | 'user.second_factor_failed'
  | 'user.suspended'
  | 'user.reactivated'
  | 'user.deleted'
  | 'user.merged'
  | 'user.merge_objected'
  | 'user.merge_undone'
  | 'wallet.linked'
  | 'wallet.unlinked'
  | 'payout_address.set'
  | 'payout_address.removed'
  | 'account.linked'
  | 'account.unlinked'
  | 'email.linked'
  | 'email.changed'
  | 'email.unlinked'
  | 'user.password_set'
  | 'api_key.created'
  | 'api_key.revoked'
  | 'admin.sign_in'
  | 'admin.sign_in_failed'
  | 'admin.sign_in_locked'
  | 'admin.second_factor_failed'
  | 'admin.password_changed'
  | 'admin.password_reset'
  | 'admin.created'
  | 'admin.updated'
  | 'two_factor.enabled'
  | 'two_factor.disabled'
  | 'two_factor.reset'
  | 'two_factor.recovery_codes_renewed'
  | 'security_settings.changed'
  | 'task_type.switched'
  | 'mail.retried'
  | 'mail.suppression_lifted'
  | 'credential.changed'
  | 'chain.changed'
  | 'escrow.intervened'
  | 'payouts.intervened'
  | 'project.member_invited'
  | 'project.member_added'
  | 'project.member_removed';

export interface NewAuditEntry {
  action: AuditAction;
  actor: { type: AuditEntry['actorType']; id: string | null };
  subjectId: string | null;
  client: ClientInfo | undefined;
  details?: Record<string, unknown>;
}

@Injectable()
export class AuditRepository {
  constructor(@Inject(PRISMA) private readonly prisma: Prisma) {}

  /** Adds the entry in the transaction of the action. */
  async add(tx: Queries, entry: NewAuditEntry): Promise<void> {
    const { action, actor, subjectId, client, details = {} } = entry;
    await tx.execute(sql`
      WITH entry AS (
        INSERT INTO audit_log (id, action, actor_type, actor_id, subject_id, ip, user_agent, details)
        VALUES (${newId()}, ${action}, ${actor.type}, ${actor.id}, ${subjectId}, ${client?.ip ?? null},
          ${client?.userAgent ?? null}, ${JSON.stringify(details)}::jsonb)
        RETURNING id)
      INSERT INTO audit_unchained SELECT id FROM entry`);
  }

  /** Newest first, one row more than the page. */
  async list({ limit, cursor, action, actorId, subjectId, from, to }: RequestOf<typeof listAuditLog>) {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.prisma.auditEntry.findMany({
      where: {
        id: { lt: before },
        action,
        actorId,
        subjectId,
        at: { gte: from && new Date(from), lt: to && new Date(to) },
      },
      orderBy: { id: 'desc' },
      take: limit + 1,
    });
  }
}
