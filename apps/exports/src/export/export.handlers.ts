import { Controller } from '@nestjs/common';
import {
  exportDistribution,
  exportLeaderboard,
  exportLegacyParticipants,
  exportParticipants,
  exportSubmissions,
  LEGACY_EXPORT_BYTES,
  type FileTicket,
  type ReplyOf,
  type RequestOf,
} from '@questp/messages';
import { Rpc } from '@questp/service';
import { distributionRows } from './columns/distribution.js';
import { leaderboardRows } from './columns/leaderboard.js';
import { participantRows } from './columns/participants.js';
import { submissionRows } from './columns/submissions.js';
import { fileName } from './file-name.js';
import { OfferExport } from './offer-export.js';
import { ScopesRepository } from './scopes.repository.js';

@Controller()
export class ExportHandlers {
  constructor(
    private readonly scopes: ScopesRepository,
    private readonly files: OfferExport,
  ) {}

  @Rpc(exportLeaderboard)
  async leaderboard({ projectId, campaignId }: RequestOf<typeof exportLeaderboard>): Promise<FileTicket> {
    const scope = await this.scopes.get(projectId, campaignId);
    return this.files.offer(scope, 'leaderboard', leaderboardRows(campaignId));
  }

  @Rpc(exportParticipants)
  async participants({ projectId, campaignId }: RequestOf<typeof exportParticipants>): Promise<FileTicket> {
    const scope = await this.scopes.get(projectId, campaignId);
    return this.files.offer(scope, 'participants', participantRows(projectId, campaignId));
  }

  @Rpc(exportLegacyParticipants)
  async legacyParticipants({
    projectId,
  }: RequestOf<typeof exportLegacyParticipants>): Promise<ReplyOf<typeof exportLegacyParticipants>> {
    const scope = await this.scopes.get(projectId, null);
    const csv = await this.files.read(projectId, participantRows(projectId, null), LEGACY_EXPORT_BYTES);
    return { filename: fileName(scope, 'participants', new Date()), csv };
  }

  @Rpc(exportSubmissions)
  async submissions(request: RequestOf<typeof exportSubmissions>): Promise<FileTicket> {
    const { projectId, campaignId, questId } = request;
    const scope = await this.scopes.get(projectId, campaignId);
    if (questId !== undefined) await this.scopes.requireQuest(campaignId, questId);
    return this.files.offer(scope, 'submissions', submissionRows(request));
  }

  @Rpc(exportDistribution)
  async distribution({ projectId, campaignId }: RequestOf<typeof exportDistribution>): Promise<FileTicket> {
    const scope = await this.scopes.get(projectId, campaignId);
    return this.files.offer(scope, 'distribution', distributionRows());
  }
}
