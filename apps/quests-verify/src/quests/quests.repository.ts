import { Inject, Injectable } from '@nestjs/common';
import { AppError, type PageRequest, type QuestStatus } from '@questp/messages';
import { decodeCursor, isUniqueViolation, newId, raw, sql, type Tx } from '@questp/postgres';
import { PRISMA, type Prisma } from '../platform/prisma.js';
import { found, requireUuid } from '../studio/known-id.js';
import type { QuestFields, QuestRow } from './quest.js';

const COLUMNS = raw(
  'id, project_id AS "projectId", campaign_id AS "campaignId", slug, title, description, image_url AS "imageUrl", ' +
    'task_type_id AS "taskTypeId", method, points, xp, config, verification_config AS "verificationConfig", period, ' +
    'prerequisites, max_completions AS "maxCompletions", completions, starts_at AS "startsAt", ends_at AS "endsAt", ' +
    'position, status, created_at AS "createdAt", updated_at AS "updatedAt"',
);

interface Place {
  projectId: string;
  campaignId: string;
}

/** Everything that changes a quest, its order or prerequisites runs while the campaign's quests are locked. */
@Injectable()
export class QuestsRepository {
  constructor(@Inject(PRISMA) private readonly prisma: Prisma) {}

  /** SLUG_TAKEN */
  async insert(tx: Tx, { projectId, campaignId }: Place, quest: QuestFields): Promise<QuestRow> {
    return tx
      .row<QuestRow>(
        sql`
        INSERT INTO quest (id, project_id, campaign_id, slug, title, description, image_url, task_type_id, method,
          points, xp, config, verification_config, period, prerequisites, max_completions, starts_at, ends_at, position)
        VALUES (${newId()}, ${projectId}, ${campaignId}, ${quest.slug}, ${quest.title}, ${quest.description},
          ${quest.imageUrl}, ${quest.taskTypeId}, ${quest.method}, ${quest.points}, ${quest.xp},
          ${JSON.stringify(quest.config)}::jsonb, ${JSON.stringify(quest.verificationConfig)}::jsonb,
          ${JSON.stringify(quest.period)}::jsonb, ${quest.prerequisites}::uuid[], ${quest.maxCompletions},
          ${quest.startsAt}, ${quest.endsAt}, ${quest.position})
        RETURNING ${COLUMNS}`,
      )
      .then(found, refuseTakenSlug);
  }

  /** All quests of a campaign, archived ones included, by position. */
  listAll(tx: Tx, campaignId: string): Promise<QuestRow[]> {
    return tx.rows<QuestRow>(sql`SELECT ${COLUMNS} FROM quest WHERE campaign_id = ${campaignId} ORDER BY position, id`);
  }

  /** The quest, locked against completions being counted. NOT_FOUND */
  async lock(tx: Tx, campaignId: string, questId: string): Promise<QuestRow> {
    requireUuid(questId);
    return found(
      await tx.row<QuestRow>(sql`
        SELECT ${COLUMNS} FROM quest WHERE id = ${questId} AND campaign_id = ${campaignId} FOR NO KEY UPDATE`),
    );
  }

  /** Writes every column a team changes. SLUG_TAKEN */
  async update(tx: Tx, quest: QuestRow): Promise<QuestRow> {
    return tx
      .row<QuestRow>(
        sql`
        UPDATE quest
        SET slug = ${quest.slug}, title = ${quest.title}, description = ${quest.description},
          image_url = ${quest.imageUrl}, method = ${quest.method}, points = ${quest.points}, xp = ${quest.xp},
          config = ${JSON.stringify(quest.config)}::jsonb,
          verification_config = ${JSON.stringify(quest.verificationConfig)}::jsonb,
          period = ${JSON.stringify(quest.period)}::jsonb, prerequisites = ${quest.prerequisites}::uuid[],
          max_completions = ${quest.maxCompletions}, starts_at = ${quest.startsAt}, ends_at = ${quest.endsAt},
          completions = ${quest.completions}, position = ${quest.position}, status = ${quest.status}, updated_at = now()
        WHERE id = ${quest.id}
        RETURNING ${COLUMNS}`,
      )
      .then(found, refuseTakenSlug);
  }

  async countClaimed(tx: Tx, questId: string): Promise<number> {
    const counted = await tx.row<{ claimed: number }>(
      sql`SELECT count(*)::integer AS claimed FROM submission WHERE quest_id = ${questId} AND status = 'claimed'`,
    );
    return counted?.claimed ?? 0;
  }

  /** Gives the quests the positions 0..n-1. */
  async order(tx: Tx, questIds: readonly string[]): Promise<void> {
    await tx.execute(sql`
      UPDATE quest SET position = ordered.place - 1, updated_at = now()
      FROM unnest(${questIds}::uuid[]) WITH ORDINALITY AS ordered (id, place)
      WHERE quest.id = ordered.id AND quest.position <> ordered.place - 1`);
  }

  async get({ projectId, campaignId }: Place, questId: string): Promise<QuestRow> {
    requireUuid(projectId, campaignId, questId);
    return found(await this.prisma.quest.findFirst({ where: { id: questId, projectId, campaignId } })) as QuestRow;
  }

  /** By position and id, one row more than the page. */
  async list(
    request: PageRequest & Place & { status?: QuestStatus; taskTypeIds?: readonly string[] },
  ): Promise<QuestRow[]> {
    const { projectId, campaignId, status, taskTypeIds, limit, cursor } = request;
    requireUuid(projectId, campaignId);
    const after = decodeCursor(cursor, ['int32', 'uuid']);
    const rows = await this.prisma.quest.findMany({
      where: {
        projectId,
        campaignId,
        status,
        ...(taskTypeIds && { taskTypeId: { in: [...taskTypeIds] } }),
        ...(after && { OR: [{ position: { gt: after[0] } }, { position: after[0], id: { gt: after[1] } }] }),
      },
      orderBy: [{ position: 'asc' }, { id: 'asc' }],
      take: limit + 1,
    });
    return rows as QuestRow[];
  }
}

function refuseTakenSlug(error: unknown): never {
  throw isUniqueViolation(error, 'quest_slug_key') ? new AppError('SLUG_TAKEN') : error;
}
