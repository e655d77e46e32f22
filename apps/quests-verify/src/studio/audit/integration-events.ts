import { Injectable } from '@nestjs/common';
import { emit, type EventHandlers, type EventListener } from '@questp/events';
import { CONNECTION_PROVIDERS } from '@questp/messages/integrations';
import type { ConnectionEnd } from '@questp/messages/quests';
import type { EventTypes } from '@questp/messages/tables';
import { sql, type Tx } from '@questp/postgres';
import { MisconfiguredQuestsRepository } from '../../verification/attempts/misconfigured-quests.repository.js';
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
  ) {
    this.handlers = {
      'project.integration_changed': async (tx, { data }) => {
        const { projectId, action, details, userId } = data;
        const actor = { actorType: userId === null ? 'system' : 'user', actorId: userId } as const;
        await projectAuditRepository.add(tx, { projectId, action, subjectId: projectId, details, actor });
        // The check that found the refusal reports its quest itself.
        if (action !== 'connection.refused') await misconfiguredQuestsRepository.forget(tx, projectId);
        await reportLost(tx, data);
      },
    };
  }
}

/** Notifies the team of a connection that ended, except the member who removed it and teams of archived projects. */
async function reportLost(tx: Tx, { projectId, action, details, userId }: Changed): Promise<void> {
  const end = ENDS[action];
  const provider = CONNECTION_PROVIDERS.find((known) => known === details['provider']);
  if (end === undefined || provider === undefined) return;
  const project = await tx.row<{ projectName: string; userIds: string[] }>(sql`
    SELECT p.name AS project_name, ARRAY(
      SELECT user_id FROM project_member WHERE project_id = p.id AND user_id IS DISTINCT FROM ${userId}::text
      ORDER BY user_id) AS user_ids
    FROM project p WHERE p.id = ${projectId} AND p.status <> 'archived'`);
  if (project === undefined) return;
  await emit(tx, 'project.connection_lost', projectId, { projectId, provider, end, ...project });
}
