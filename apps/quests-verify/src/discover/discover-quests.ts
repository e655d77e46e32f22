import { Injectable } from '@nestjs/common';
import type {
  discoverQuest,
  discoverQuestBySlug,
  discoverQuests,
  EarnerQuest,
  Page,
  PageRequest,
  RequestOf,
} from '@questp/messages';
import { readPage } from '@questp/postgres';
import { found } from '../studio/found.js';
import { taskTypeIds } from '../task-type-catalog/task-type-ids.js';
import { DiscoverRepository, type EarnerFacts, type PublicQuestRow, type QuestFilter } from './discover.repository.js';
import { toEarnerQuest } from './earner-quest.js';

@Injectable()
export class DiscoverQuests {
  constructor(private readonly discover: DiscoverRepository) {}

  async page({ userId, ...request }: RequestOf<typeof discoverQuests>): Promise<Page<EarnerQuest>> {
    const filter = { ...request, taskTypeIds: taskTypeIds(request) };
    return readPage(
      request,
      (part) => this.seenBy(userId, { ...filter, ...part }),
      ({ row: { campaignId, position, id } }) => [campaignId, position, id],
      ({ row, facts }) => toEarnerQuest(row, facts),
    );
  }

  one({ questId, userId }: RequestOf<typeof discoverQuest>): Promise<EarnerQuest> {
    return this.only(userId, { questId });
  }

  bySlug({ slug, campaignSlug, questSlug, userId }: RequestOf<typeof discoverQuestBySlug>): Promise<EarnerQuest> {
    return this.only(userId, { projectSlug: slug, campaignSlug, questSlug });
  }

  /** NOT_FOUND */
  private async only(userId: string | undefined, filter: QuestFilter): Promise<EarnerQuest> {
    const [quest] = await this.seenBy(userId, { ...filter, limit: 1 });
    const { row, facts } = found(quest);
    return toEarnerQuest(row, facts);
  }

  /** Quests with what decides whether the earner can act on them; null for an anonymous reader. */
  private async seenBy(
    userId: string | undefined,
    request: PageRequest & QuestFilter,
  ): Promise<{ row: PublicQuestRow; facts: EarnerFacts | null }[]> {
    const rows = await this.discover.quests(request);
    const ids = rows.map(({ id }) => id);
    const facts = userId === undefined || ids.length === 0 ? [] : await this.discover.earnerFacts(userId, ids);
    const byQuest = new Map(facts.map((fact) => [fact.questId, fact]));
    return rows.map((row) => ({ row, facts: byQuest.get(row.id) ?? null }));
  }
}
