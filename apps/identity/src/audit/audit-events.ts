import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { AuditRepository } from './audit.repository.js';

/** What operators do in other services. */
@Injectable()
export class AuditEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(audit: AuditRepository) {
    this.handlers = {
      'task_type.switched': (tx, { data: { taskTypeId, enabled, adminId, client } }) =>
        audit.add(tx, {
          action: 'task_type.switched',
          actor: { type: 'admin', id: adminId },
          subjectId: taskTypeId,
          client: client ?? undefined,
          details: { enabled },
        }),
    };
  }
}
