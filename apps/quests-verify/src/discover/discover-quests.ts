import { Injectable } from '@nestjs/common';
import type { discoverQuest, discoverQuests, EarnerQuest, Page, RequestOf } from '@questp/messages';
import { toPage } from '@questp/postgres';
import { found } from '../studio/found.js';
import { taskTypeIds } from '../task-type-catalog/task-type-ids.js';
import { DiscoverRepository, type EarnerFacts, type PublicQuestRow } from './discover.repository.js';
import { toEarnerQuest } from './earner-quest.js';

@Injectable()
export class DiscoverQuests {
  constructor(private readonly discover: DiscoverRepository) {}

  async page({ userId, ...request }: RequestOf<typeof discoverQuests>): Promise<Page<EarnerQuest>> {
    const rows = await this.discover.quests({ ...request, taskTypeIds: taskTypeIds(request) });
    const facts = await this.facts(userId, rows);
    return toPage(
      rows,
      request.limit,
      ({ campaignId, position, id }) => [campaignId, position, id],
      (row) => toEarnerQuest(row, facts.get(row.id) ?? null),
    );
  }

  async one({ questId, userId }: RequestOf<typeof discoverQuest>): Promise<EarnerQuest> {
    const rows = await this.discover.quests({ questId, limit: 1 });
    const row = found(rows[0]);
    const facts = await this.facts(userId, rows);
    return toEarnerQuest(row, facts.get(row.id) ?? null);
  }

  private async facts(
    userId: string | undefined,
    rows: readonly PublicQuestRow[],
  ): Promise<ReadonlyMap<string, EarnerFacts>> {
    if (userId === undefined || rows.length === 0) return new Map();
    const facts = await this.discover.earnerFacts(
      userId,
      rows.map(({ id }) => id),
    );
    return new Map(facts.map((fact) => [fact.questId, fact]));
  }
}
