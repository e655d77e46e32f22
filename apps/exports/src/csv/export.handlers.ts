import { Injectable } from '@nestjs/common';
import {
  exportDistribution,
  exportLeaderboard,
  exportLegacyParticipants,
  exportParticipants,
  exportSubmissions,
} from '@questp/messages/exports';
import type { FileTicket, RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { distributionRows } from './columns/distribution.js';
import { leaderboardRows } from './columns/leaderboard.js';
import { participantRows } from './columns/participants.js';
import { submissionRows } from './columns/submissions.js';
import { OfferExport } from './offer-export.js';
import { ScopesRepository } from './scopes.repository.js';

@Injectable()
export class ExportHandlers {
  constructor(
    private readonly scopesRepository: ScopesRepository,
    private readonly offerExport: OfferExport,
  ) {}

  @Rpc(exportLeaderboard)
  async leaderboard({ projectId, campaignId, asOf, reader }: RequestOf<typeof exportLeaderboard>): Promise<FileTicket> {
    const scope = await this.scopesRepository.get(projectId, campaignId);
    if (asOf !== undefined) await this.scopesRepository.requirePast(asOf);
    return this.offerExport.offer(
      { scope, kind: 'leaderboard', asOf, rows: leaderboardRows(campaignId, asOf) },
      reader,
    );
  }

  @Rpc(exportParticipants)
  async participants({
    projectId,
    campaignId,
    asOf,
    reader,
  }: RequestOf<typeof exportParticipants>): Promise<FileTicket> {
    const scope = await this.scopesRepository.get(projectId, campaignId);
    if (asOf !== undefined) await this.scopesRepository.requirePast(asOf);
    return this.offerExport.offer(
      { scope, kind: 'participants', asOf, rows: participantRows(projectId, campaignId, asOf) },
      reader,
    );
  }

  @Rpc(exportLegacyParticipants)
  async legacyParticipants({ projectId, reader }: RequestOf<typeof exportLegacyParticipants>): Promise<FileTicket> {
    const scope = await this.scopesRepository.get(projectId, null);
    const rows = participantRows(projectId, null);
    return this.offerExport.offer({ scope, kind: 'participants', rows, isInJson: true }, reader);
  }

  @Rpc(exportSubmissions)
  async submissions(request: RequestOf<typeof exportSubmissions>): Promise<FileTicket> {
    const { projectId, campaignId, status, questId } = request;
    const scope = await this.scopesRepository.get(projectId, campaignId);
    if (questId !== undefined) await this.scopesRepository.requireQuest(campaignId, questId);
    const filters = { ...(status && { status }), ...(questId && { questId }) };
    return this.offerExport.offer(
      { scope, kind: 'submissions', filters, rows: submissionRows(request) },
      request.reader,
    );
  }

  @Rpc(exportDistribution)
  async distribution({ projectId, campaignId, reader }: RequestOf<typeof exportDistribution>): Promise<FileTicket> {
    const scope = await this.scopesRepository.get(projectId, campaignId);
    return this.offerExport.offer({ scope, kind: 'distribution', rows: distributionRows(campaignId) }, reader);
  }
}
