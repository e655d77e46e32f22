import { Controller } from '@nestjs/common';
import {
  getOwnSubmission,
  getTeamSubmission,
  listOwnSubmissions,
  listTeamSubmissions,
  submitQuest,
  type RequestOf,
} from '@questp/messages';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { LinkedWallets } from '../attestation/linked-wallets.js';
import { getOfEarner, getOfTeam, listOfEarner, listOfTeam } from './submissions.repository.js';
import { submit } from './submit.js';

@Controller()
export class SubmissionsHandlers {
  constructor(
    private readonly db: Database,
    private readonly linkedWallets: LinkedWallets,
  ) {}

  @Rpc(submitQuest)
  async submit(request: RequestOf<typeof submitQuest>) {
    return submit({ db: this.db, linkedWallets: this.linkedWallets }, request);
  }

  @Rpc(listOwnSubmissions)
  async listOwn(request: RequestOf<typeof listOwnSubmissions>) {
    return listOfEarner(this.db, request);
  }

  @Rpc(getOwnSubmission)
  async getOwn({ userId, submissionId }: RequestOf<typeof getOwnSubmission>) {
    return getOfEarner(this.db, userId, submissionId);
  }

  @Rpc(listTeamSubmissions)
  async listTeam(request: RequestOf<typeof listTeamSubmissions>) {
    return listOfTeam(this.db, request);
  }

  @Rpc(getTeamSubmission)
  async getTeam({ projectId, submissionId }: RequestOf<typeof getTeamSubmission>) {
    return getOfTeam(this.db, projectId, submissionId);
  }
}
