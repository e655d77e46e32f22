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
import { Hindrances } from '../verification/hindrances.js';
import { DiscoverRepository, type PublicQuestRow, type QuestFilter } from './discover.repository.js';
import { toEarnerQuest, type SeenBy } from './earner-quest.js';

@Injectable()
export class DiscoverQuests {
  constructor(
    private readonly discover: DiscoverRepository,
    private readonly hindrances: Hindrances,
  ) {}

  async page({ userId, ...request }: RequestOf<typeof discoverQuests>): Promise<Page<EarnerQuest>> {
    const filter = { ...request, taskTypeIds: taskTypeIds(request) };
    return readPage(
      request,
      (part) => this.seenBy(userId, { ...filter, ...part }),
      ({ row: { campaignId, position, id } }) => [campaignId, position, id],
      ({ row, seen }) => toEarnerQuest(row, seen),
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
    const { row, seen } = found(quest);
    return toEarnerQuest(row, seen);
  }

  /** Quests with what decides whether the earner can act on them; null for an anonymous reader. */
  private async seenBy(
    userId: string | undefined,
    request: PageRequest & QuestFilter,
  ): Promise<{ row: PublicQuestRow; seen: SeenBy | null }[]> {
    const rows = await this.discover.quests(request);
    if (userId === undefined || rows.length === 0) return rows.map((row) => ({ row, seen: null }));
    const ids = rows.map(({ id }) => id);
    const [facts, hindrances] = await Promise.all([
      this.discover.earnerFacts(userId, ids),
      this.hindrances.of(userId, rows),
    ]);
    const seen = new Map(
      facts.map((fact) => [fact.questId, { facts: fact, hindrance: hindrances.get(fact.questId) ?? null }]),
    );
    return rows.map((row) => ({ row, seen: seen.get(row.id) ?? null }));
  }
}
