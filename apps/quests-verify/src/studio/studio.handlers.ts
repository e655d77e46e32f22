import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import {
  getProjectRole,
  getQuest,
  listMembers,
  listParticipants,
  listProjectAuditLog,
  type Participant,
  type ProjectAuditEntry,
} from '@questp/messages/quests';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toEarner } from '../people/earners/public-user.js';
import { ProjectAuditRepository, type ProjectAuditRow } from './audit/project-audit.repository.js';
import { CampaignsRepository } from './campaigns/campaigns.repository.js';
import { toMember } from './members/member.js';
import { MembersRepository } from './members/members.repository.js';
import { ParticipantsRepository, type ParticipantRow } from './participants/participants.repository.js';
import { toQuest } from './quests/quest.js';
import { QuestsRepository } from './quests/quests.repository.js';

/** What teams read of members, participants, quests and the audit log of their project. */
@Injectable()
export class StudioHandlers {
  constructor(
    private readonly campaignsRepository: CampaignsRepository,
    private readonly membersRepository: MembersRepository,
    private readonly participantsRepository: ParticipantsRepository,
    private readonly questsRepository: QuestsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
  ) {}

  @Rpc(getProjectRole)
  async getProjectRole({ projectId, userId }: RequestOf<typeof getProjectRole>) {
    return { role: await this.membersRepository.role(projectId, userId) };
  }

  @Rpc(listMembers)
  async listMembers(request: RequestOf<typeof listMembers>) {
    return toPage(await this.membersRepository.list(request), request.limit, ({ sortKey }) => sortKey, toMember);
  }

  @Rpc(getQuest)
  async getQuest({ questId, ...place }: RequestOf<typeof getQuest>) {
    return toQuest(await this.questsRepository.get(place, questId));
  }

  @Rpc(listParticipants)
  async listParticipants(request: RequestOf<typeof listParticipants>) {
    await this.campaignsRepository.get(request.projectId, request.campaignId);
    return toPage(
      await this.participantsRepository.list(request),
      request.limit,
      ({ userId }) => [userId],
      toParticipant,
    );
  }

  @Rpc(listProjectAuditLog)
  async listAuditLog(request: RequestOf<typeof listProjectAuditLog>) {
    return toPage(await this.projectAuditRepository.list(request), request.limit, ({ id }) => [id], toAuditEntry);
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

const toAuditEntry = ({
  at,
  actorType,
  actorId,
  username,
  displayName,
  ...row
}: ProjectAuditRow): ProjectAuditEntry => ({
  ...row,
  at: at.toISOString(),
  // Teams do not see which operator acted.
  actor: { type: actorType, userId: actorType === 'user' ? actorId : null, username, displayName },
});
