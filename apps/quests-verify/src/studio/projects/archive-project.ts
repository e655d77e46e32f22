import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { RequestOf } from '@questp/messages/language';
import { archiveProject, type Project } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { queueAnnouncement } from '../announcements/queue-announcement.js';
import { requireNoPayoutsDue } from '../pool-lock.js';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { EndKeys } from './end-keys.js';
import { toProject } from './project.js';
import { ProjectsRepository } from './projects.repository.js';

@Injectable()
export class ArchiveProject {
  constructor(
    private readonly database: Database,
    private readonly projectsRepository: ProjectsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    private readonly endKeys: EndKeys,
  ) {}

  @Rpc(archiveProject)
  async execute({ projectId, by }: RequestOf<typeof archiveProject>): Promise<Project> {
    const archived = await this.database.transaction(async (tx) => {
      const current = await this.projectsRepository.lock(tx, projectId);
      if (current.status === 'archived') return toProject(current);
      const { project, endedCampaignIds } = await this.projectsRepository.archive(
        tx,
        projectId,
        by === 'platform' ? () => undefined : requireNoPayoutsDue,
      );
      for (const campaignId of endedCampaignIds) {
        await queueAnnouncement(tx, 'campaign.ended', { projectId, campaignId });
      }
      const details = { title: current.name };
      await this.projectAuditRepository.add(tx, {
        projectId,
        action: 'project.archived',
        subjectId: projectId,
        details,
      });
      await emit(tx, 'project.archived', projectId, { projectId });
      return toProject(project);
    });
    await this.endKeys.execute({ projectId, userId: null });
    return archived;
  }
}
