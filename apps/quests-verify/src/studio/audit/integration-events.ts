import { Injectable } from '@nestjs/common';
import { emit, type EventHandlers, type EventListener } from '@questp/events';
import { CONNECTION_PROVIDERS } from '@questp/messages/integrations';
import type { ConnectionEnd } from '@questp/messages/quests';
import type { EventTypes } from '@questp/messages/tables';
import type { Tx } from '@questp/postgres';
import { MisconfiguredQuestsRepository } from '../../verification/attempts/misconfigured-quests.repository.js';
import { ConnectionTeamsRepository } from './connection-teams.repository.js';
import { ProjectAuditRepository } from './project-audit.repository.js';

type Changed = EventTypes['project.integration_changed'];

const ENDS: Partial<Record<Changed['action'], ConnectionEnd>> = {
  'connection.refused': 'refused',
  'connection.removed': 'removed',
};

/** Listens to changes of the integrations of projects. */
@Injectable()
export class IntegrationEvents implements EventListener {
  readonly handlers: EventHandlers;

  constructor(
    projectAuditRepository: ProjectAuditRepository,
    misconfiguredQuestsRepository: MisconfiguredQuestsRepository,
    private readonly connectionTeamsRepository: ConnectionTeamsRepository,
  ) {
    this.handlers = {
      'project.integration_changed': async (tx, { data }) => {
        const { projectId, action, details, userId } = data;
        const actor = { actorType: userId === null ? 'system' : 'user', actorId: userId } as const;
        await projectAuditRepository.add(tx, { projectId, action, subjectId: projectId, details, actor });
        // The check that found the refusal reports its quest itself.
        if (action !== 'connection.refused') await misconfiguredQuestsRepository.forget(tx, projectId);
        await this.reportLost(tx, data);
      },
      'integration.webhook_failing': async (tx, { data }) => {
        const team = await connectionTeamsRepository.toNotify(tx, data.projectId, null);
        if (team !== undefined) await emit(tx, 'project.webhook_failing', data.projectId, { ...data, ...team });
      },
    };
  }

  /** Notifies the team of a connection that ended, except the member who removed it and teams of archived projects. */
  private async reportLost(tx: Tx, { projectId, action, details, userId }: Changed): Promise<void> {
    const end = ENDS[action];
    const provider = CONNECTION_PROVIDERS.find((known) => known === details['provider']);
    if (end === undefined || provider === undefined) return;
    const team = await this.connectionTeamsRepository.toNotify(tx, projectId, userId);
    if (team === undefined) return;
    await emit(tx, 'project.connection_lost', projectId, { projectId, provider, end, ...team });
  }
}
