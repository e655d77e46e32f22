import { Injectable } from '@nestjs/common';
import type { Page, PageRequest, RequestOf } from '@questp/messages/language';
import { discoverQuest, discoverQuestBySlug, discoverQuests, type EarnerQuest } from '@questp/messages/quests';
import { Database, readPage, type Queries, found } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { taskTypeIds } from '../catalog/listing/task-type-ids.js';
import { TASK_TYPES } from '../task-types/index.js';
import { Blockers } from '../verification/facts/blockers.js';
import { DiscoverRepository, type EarnerFacts, type PublicQuestRow, type QuestFilter } from './discover.repository.js';
import { toEarnerQuest, type SeenBy } from './earner-quest.js';

interface SeenQuest<Row extends PublicQuestRow = PublicQuestRow> {
  row: Row;
  seen: SeenBy | null;
}

@Injectable()
export class DiscoverQuests {
  constructor(
    private readonly database: Database,
    private readonly discoverRepository: DiscoverRepository,
    private readonly blockers: Blockers,
  ) {}

  @Rpc(discoverQuests)
  async page({ userId, ...request }: RequestOf<typeof discoverQuests>): Promise<Page<EarnerQuest>> {
    const filter = { ...request, taskTypeIds: taskTypeIds(TASK_TYPES, request) };
    const isOfAll = [request.projectId, request.projectSlug, request.campaignId].every((id) => id === undefined);
    if (isOfAll) {
      return readPage(
        request,
        async (part) =>
          this.seen(
            this.database,
            userId,
            await this.discoverRepository.questsOfAll(this.database, { ...filter, ...part }),
          ),
        ({ row: { start, projectId, campaignId, position, id } }) => [start, projectId, campaignId, position, id],
        ({ row, seen }) => toEarnerQuest(row, seen),
      );
    }
    return readPage(
      request,
      (part) => this.read(this.database, userId, { ...filter, ...part }),
      ({ row: { campaignId, position, id } }) => [campaignId, position, id],
      ({ row, seen }) => toEarnerQuest(row, seen),
    );
  }

  /** NOT_FOUND */
  @Rpc(discoverQuest)
  async one({ questId, userId }: RequestOf<typeof discoverQuest>): Promise<EarnerQuest> {
    const on = this.database.quick;
    const facts = userId === undefined ? [] : this.discoverRepository.earnerFacts(on, userId, [questId]);
    const [rows, known] = await Promise.all([this.discoverRepository.quests(on, { questId, limit: 1 }), facts]);
    return only(await this.seenBy(userId, rows, known));
  }

  /** NOT_FOUND */
  @Rpc(discoverQuestBySlug)
  async bySlug({ slug, campaignSlug, questSlug, userId }: RequestOf<typeof discoverQuestBySlug>): Promise<EarnerQuest> {
    return only(await this.read(this.database.quick, userId, { projectSlug: slug, campaignSlug, questSlug, limit: 1 }));
  }

  private async read(
    on: Queries,
    userId: string | undefined,
    request: PageRequest & QuestFilter,
  ): Promise<SeenQuest[]> {
    return this.seen(on, userId, await this.discoverRepository.quests(on, request));
  }

  private seen<Row extends PublicQuestRow>(
    on: Queries,
    userId: string | undefined,
    rows: Row[],
  ): Promise<SeenQuest<Row>[]> {
    const ids = rows.map(({ id }) => id);
    const facts = userId === undefined || ids.length === 0 ? [] : this.discoverRepository.earnerFacts(on, userId, ids);
    return this.seenBy(userId, rows, facts);
  }

  /** Quests with what decides whether the earner can act on them; null for an anonymous reader. */
  private async seenBy<Row extends PublicQuestRow>(
    userId: string | undefined,
    rows: Row[],
    facts: EarnerFacts[] | Promise<EarnerFacts[]>,
  ): Promise<SeenQuest<Row>[]> {
    if (userId === undefined || rows.length === 0) return rows.map((row) => ({ row, seen: null }));
    const [known, blockers] = await Promise.all([facts, this.blockers.of(userId, rows)]);
    const seen = new Map(
      known.map((fact) => [fact.questId, { facts: fact, blocker: blockers.get(fact.questId) ?? null }]),
    );
    return rows.map((row) => ({ row, seen: seen.get(row.id) ?? null }));
  }
}

/** NOT_FOUND */
function only(quests: SeenQuest[]): EarnerQuest {
  const { row, seen } = found(quests[0]);
  return toEarnerQuest(row, seen);
}
