import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import { listParticipants, type Participant } from '@questp/messages/quests';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { toEarner } from '../../people/earners/public-user.js';
import { ParticipantsRepository, type ParticipantRow } from './participants.repository.js';

@Injectable()
export class ParticipantsHandlers {
  constructor(
    private readonly campaigns: CampaignsRepository,
    private readonly participants: ParticipantsRepository,
  ) {}

  @Rpc(listParticipants)
  async list(request: RequestOf<typeof listParticipants>) {
    await this.campaigns.get(request.projectId, request.campaignId);
    return toPage(await this.participants.list(request), request.limit, ({ userId }) => [userId], toParticipant);
  }
}

const toParticipant = (row: ParticipantRow): Participant => ({
  earner: toEarner(row),
  points: row.points,
  xp: row.xp,
  completions: row.completions,
  firstSubmissionAt: row.firstSubmissionAt.toISOString(),
  lastSubmissionAt: row.lastSubmissionAt.toISOString(),
});
