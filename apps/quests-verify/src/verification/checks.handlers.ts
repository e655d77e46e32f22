import { Controller } from '@nestjs/common';
import { listOwnChecks, listTeamChecks, type RequestOf } from '@questp/messages';
import { toPage } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toCheck } from './check-view.js';
import { ChecksRepository, type CheckRow } from './checks.repository.js';

const keyOf = ({ id }: CheckRow) => [id];

@Controller()
export class ChecksHandlers {
  constructor(private readonly checks: ChecksRepository) {}

  @Rpc(listOwnChecks)
  async own({ userId, questId, ...page }: RequestOf<typeof listOwnChecks>) {
    return toPage(await this.checks.list(page, { userId, questId }), page.limit, keyOf, toCheck);
  }

  @Rpc(listTeamChecks)
  async team({ limit, cursor, ...filter }: RequestOf<typeof listTeamChecks>) {
    const rows = await this.checks.list({ limit, cursor }, filter);
    return toPage(rows, limit, keyOf, (row) => ({ ...toCheck(row), userId: row.userId }));
  }
}
