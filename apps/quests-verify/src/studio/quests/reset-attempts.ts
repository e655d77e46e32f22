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
    private readonly db: Database,
    private readonly campaigns: CampaignsRepository,
    private readonly quests: QuestsRepository,
    private readonly attempts: AttemptsRepository,
    private readonly audit: ProjectAuditRepository,
  ) {}

  @Rpc(resetAttempts)
  async execute({ projectId, campaignId, questId, userId, reason }: RequestOf<typeof resetAttempts>): Promise<Reset> {
    return this.db.transaction(async (tx) => {
      await this.campaigns.lockQuests(tx, projectId, campaignId);
      const { title } = await this.quests.lock(tx, campaignId, questId);
      const who = { questId, userId };
      const reset = await this.attempts.reset(tx, who);
      if (await this.attempts.hasPassed(tx, who)) {
        throw new AppError('INVALID_TRANSITION', { detail: 'The earner has passed the quiz.' });
      }
      if (Object.values(reset).every((counted) => counted === 0)) {
        if (await this.attempts.hasTried(tx, who)) return reset;
        throw new AppError('NOT_FOUND', { detail: 'The earner has not tried the quest.' });
      }
      const details = { title, userId, reason, ...reset };
      await this.audit.add(tx, { projectId, action: 'quest.attempts_reset', subjectId: questId, details });
      return reset;
    });
  }
}
