import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import {
  getOwnSubmission,
  getTeamSubmission,
  listOwnSubmissions,
  listTeamSubmissions,
  submitQuest,
} from '@questp/messages/quests';
import { Rpc } from '@questp/service';
import { SubmissionsRepository } from '../../ledger/submissions/submissions.repository.js';
import { Submit } from './submit.js';

@Injectable()
export class SubmissionsHandlers {
  constructor(
    private readonly submissions: SubmissionsRepository,
    private readonly submission: Submit,
  ) {}

  @Rpc(submitQuest)
  async submit(request: RequestOf<typeof submitQuest>) {
    return this.submission.run(request);
  }

  @Rpc(listOwnSubmissions)
  async listOwn(request: RequestOf<typeof listOwnSubmissions>) {
    return this.submissions.listOfEarner(request);
  }

  @Rpc(getOwnSubmission)
  async getOwn({ userId, submissionId }: RequestOf<typeof getOwnSubmission>) {
    return this.submissions.getOfEarner(userId, submissionId);
  }

  @Rpc(listTeamSubmissions)
  async listTeam(request: RequestOf<typeof listTeamSubmissions>) {
    return this.submissions.listOfTeam(request);
  }

  @Rpc(getTeamSubmission)
  async getTeam({ projectId, submissionId }: RequestOf<typeof getTeamSubmission>) {
    return this.submissions.getOfTeam(projectId, submissionId);
  }
}
