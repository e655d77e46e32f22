import { Injectable } from '@nestjs/common';
import type { PageRequest, RequestOf } from '@questp/messages/language';
import {
  getOwnSubmission,
  getTeamSubmission,
  listEveryOwnCheck,
  listOwnChecks,
  listTeamChecks,
} from '@questp/messages/quests';
import { readPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toCheck } from './checks/check-view.js';
import { ChecksRepository, type CheckRow } from './checks/checks.repository.js';
import { SubmissionsRepository } from './submissions/submissions.repository.js';

const keyOf = ({ id }: CheckRow) => [id];

/** What earners and teams read of submissions and checks, besides the lists of submissions. */
@Injectable()
export class LedgerHandlers {
  constructor(
    private readonly checksRepository: ChecksRepository,
    private readonly submissionsRepository: SubmissionsRepository,
  ) {}

  @Rpc(getOwnSubmission)
  async getOwnSubmission({ userId, submissionId }: RequestOf<typeof getOwnSubmission>) {
    return this.submissionsRepository.getOfEarner(userId, submissionId);
  }

  @Rpc(getTeamSubmission)
  async getTeamSubmission({ projectId, submissionId }: RequestOf<typeof getTeamSubmission>) {
    return this.submissionsRepository.getOfTeam(projectId, submissionId);
  }

  @Rpc(listOwnChecks)
  async listOwnChecks({ userId, questId, ...page }: RequestOf<typeof listOwnChecks>) {
    return readPage(page, (part) => this.checksRepository.list(part, { userId, questId }), keyOf, toCheck);
  }

  @Rpc(listEveryOwnCheck)
  async listEveryOwnCheck({ userId, ...page }: RequestOf<typeof listEveryOwnCheck>) {
    return readPage(page, (part) => this.checksRepository.list(part, { userId }), keyOf, toCheck);
  }

  @Rpc(listTeamChecks)
  async listTeamChecks({ limit, cursor, ...filter }: RequestOf<typeof listTeamChecks>) {
    const read = (part: PageRequest) => this.checksRepository.list(part, filter);
    return readPage({ limit, cursor }, read, keyOf, (row) => ({ ...toCheck(row), userId: row.userId }));
  }
}
