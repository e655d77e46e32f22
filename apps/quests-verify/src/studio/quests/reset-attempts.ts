import { Injectable } from '@nestjs/common';
import { AppError, type RequestOf } from '@questp/messages/language';
import { resetAttempts, type ResetAttempts as Reset } from '@questp/messages/quests';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { AttemptsRepository } from './attempts.repository.js';
import { QuestsRepository } from './quests.repository.js';

@Injectable()
export class ResetAttempts {
  constructor(
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly questsRepository: QuestsRepository,
    private readonly attemptsRepository: AttemptsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {}

  @Rpc(resetAttempts)
  async execute({ projectId, campaignId, questId, userId, reason }: RequestOf<typeof resetAttempts>): Promise<Reset> {
    return this.database.transaction(async (tx) => {
      await this.campaignsRepository.lockQuests(tx, projectId, campaignId);
      const { title } = await this.questsRepository.lock(tx, campaignId, questId);
      const who = { questId, userId };
      const reset = await this.attemptsRepository.reset(tx, who);
      if (await this.attemptsRepository.hasPassed(tx, who)) {
        throw new AppError('INVALID_TRANSITION', { detail: 'The earner has passed the quiz.' });
      }
      if (Object.values(reset).every((counted) => counted === 0)) {
        if (await this.attemptsRepository.hasTried(tx, who)) return reset;
        throw new AppError('NOT_FOUND', { detail: 'The earner has not tried the quest.' });
      }
      const details = { title, userId, reason, ...reset };
      await this.projectAuditRepository.add(tx, {
        projectId,
        action: 'quest.attempts_reset',
        subjectId: questId,
        details,
      });
      return reset;
    });
  }
}
