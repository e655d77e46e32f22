import { Injectable } from '@nestjs/common';
import type { EventHandlers, EventListener } from '@questp/events';
import { LoseConnections } from './lose-connections.js';
import { ProjectAccess } from '../access/project-access.js';
import { ProjectWebhooksRepository } from '../project-webhooks/project-webhooks.repository.js';
import { RemoveSigningSecret } from '../signing/remove-signing-secret.js';

/** Removes connections when a member leaves a team and when a project is archived. */
@Injectable()
export class ProjectEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(
    projectAccess: ProjectAccess,
    loseConnections: LoseConnections,
    removeSigningSecret: RemoveSigningSecret,
    projectWebhooksRepository: ProjectWebhooksRepository,
  ) {
    this.handlers = {
      'project.member_removed': async (tx, { data: { projectId, userId } }) => {
        await projectAccess.lock(tx, projectId);
        await loseConnections.ofMember(tx, projectId, userId);
      },
      'project.archived': async (tx, { data: { projectId } }) => {
        await projectAccess.close(tx, projectId);
        await loseConnections.ofProject(tx, projectId);
        await removeSigningSecret.forget(tx, projectId, null);
        await projectWebhooksRepository.deleteAll(tx, projectId);
      },
    };
  }
}
