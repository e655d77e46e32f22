import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { AuditRepository, type AuditAction, type NewAuditEntry } from './audit.repository.js';

/** Records the actions of operators and teams in other services. */
@Injectable()
export class AuditEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(auditRepository: AuditRepository) {
    this.handlers = {
      'task_type.switched': (tx, { data: { taskTypeId, enabled, adminId, client } }) =>
        auditRepository.add(tx, {
          action: 'task_type.switched',
          actor: { type: 'admin', id: adminId },
          subjectId: taskTypeId,
          client: client ?? undefined,
          details: { enabled },
        }),
      'mail.retried': (tx, { type, data: { mailId, adminId, client } }) =>
        auditRepository.add(tx, {
          action: type,
          actor: { type: 'admin', id: adminId },
          subjectId: mailId,
          client: client ?? undefined,
        }),
      'mail.suppression_lifted': (tx, { type, data: { suppressionId, recipient, adminId, client } }) =>
        auditRepository.add(tx, {
          action: type,
          actor: { type: 'admin', id: adminId },
          subjectId: suppressionId,
          client: client ?? undefined,
          details: { recipient },
        }),
      'credential.changed': (tx, { type, data: { provider, stored, cleared, adminId, client } }) =>
        auditRepository.add(tx, {
          action: type,
          actor: { type: 'admin', id: adminId },
          subjectId: provider,
          client: client ?? undefined,
          details: { stored, cleared },
        }),
      'chain.changed': (tx, { type, data: { chainId, created, changed, adminId, client } }) =>
        auditRepository.add(tx, {
          action: type,
          actor: { type: 'admin', id: adminId },
          subjectId: chainId,
          client: client ?? undefined,
          details: { created, changed },
        }),
      'escrow.intervened': (tx, { type, data: { campaignId, kind, step, reason, adminId, client } }) =>
        auditRepository.add(tx, {
          action: type,
          actor: { type: 'admin', id: adminId },
          subjectId: campaignId,
          client: client ?? undefined,
          details: { kind, step, reason },
        }),
      'payouts.intervened': (tx, { type, data: { campaignId, step, reason, adminId, client } }) =>
        auditRepository.add(tx, {
          action: type,
          actor: { type: 'admin', id: adminId },
          subjectId: campaignId,
          client: client ?? undefined,
          details: { step, reason },
        }),
      'project.member_invited': (tx, { type, data: { userId, projectId, role, invitedBy } }) =>
        auditRepository.add(tx, membership(type, invitedBy, userId, { projectId, role })),
      'project.member_added': (tx, { type, data: { userId, projectId, role } }) =>
        auditRepository.add(tx, membership(type, userId, userId, { projectId, role })),
      'project.member_removed': (tx, { type, data: { userId, projectId, removedBy } }) =>
        auditRepository.add(tx, membership(type, removedBy, userId, { projectId })),
    };
  }
}

const membership = (
  action: AuditAction,
  actorId: string | undefined,
  subjectId: string,
  details: Record<string, unknown>,
): NewAuditEntry => ({ action, actor: { type: 'user', id: actorId ?? null }, subjectId, client: undefined, details });
