import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { ProjectAuditRepository } from './project-audit.repository.js';

/** Listens to changes of the integrations of projects. */
@Injectable()
export class IntegrationEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(audit: ProjectAuditRepository) {
    this.handlers = {
      'project.integration_changed': (tx, { data: { projectId, action, details, userId } }) => {
        const actor = { actorType: userId === null ? 'system' : 'user', actorId: userId } as const;
        return audit.add(tx, { projectId, action, subjectId: projectId, details, actor });
      },
    };
  }
}
