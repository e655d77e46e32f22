import { Injectable } from '@nestjs/common';
import type { PageRequest, RequestOf } from '@questp/messages/language';
import { listOwnChecks, listTeamChecks } from '@questp/messages/quests';
import { readPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toCheck } from './check-view.js';
import { ChecksRepository, type CheckRow } from './checks.repository.js';

const keyOf = ({ id }: CheckRow) => [id];

@Injectable()
export class ChecksHandlers {
  constructor(private readonly checks: ChecksRepository) {}

  @Rpc(listOwnChecks)
  async own({ userId, questId, ...page }: RequestOf<typeof listOwnChecks>) {
    return readPage(page, (part) => this.checks.list(part, { userId, questId }), keyOf, toCheck);
  }

  @Rpc(listTeamChecks)
  async team({ limit, cursor, ...filter }: RequestOf<typeof listTeamChecks>) {
    const read = (part: PageRequest) => this.checks.list(part, filter);
    return readPage({ limit, cursor }, read, keyOf, (row) => ({ ...toCheck(row), userId: row.userId }));
  }
}
