import { Injectable } from '@nestjs/common';
import { AppError, fieldError } from '@questp/messages/language';
import { Database, sql } from '@questp/postgres';

/** Scope of an export: a campaign, or a whole project. */
export interface Scope {
  projectId: string;
  campaignId: string | null;
  projectSlug: string;
  /** Null: all campaigns of the project. */
  campaignSlug: string | null;
}

@Injectable()
export class ScopesRepository {
  constructor(private readonly database: Database) {}

  /** NOT_FOUND for a campaign of another project. */
  async get(projectId: string, campaignId: string | null): Promise<Scope> {
    const found = await this.database.row<Pick<Scope, 'projectSlug' | 'campaignSlug'>>(
      campaignId === null
        ? sql`SELECT slug AS project_slug, NULL AS campaign_slug FROM quests.published_project_v1 WHERE id = ${projectId}`
        : sql`
            SELECT p.slug AS project_slug, c.slug AS campaign_slug
            FROM quests.published_campaign_v1 c JOIN quests.published_project_v1 p ON p.id = c.project_id
            WHERE c.id = ${campaignId} AND c.project_id = ${projectId}`,
    );
    if (found === undefined) throw new AppError('NOT_FOUND');
    return { projectId, campaignId, ...found };
  }

  /** VALIDATION_FAILED for a future moment, by the clock of the database. */
  async requirePast(asOf: string): Promise<void> {
    const now = await this.database.row<{ isPast: boolean }>(sql`SELECT ${asOf}::timestamptz <= now() AS is_past`);
    if (now?.isPast) return;
    const error = fieldError('/asOf', 'NOT_ALLOWED', {}, 'Lies in the future.');
    throw new AppError('VALIDATION_FAILED', { errors: [error] });
  }

  /** VALIDATION_FAILED for a quest of another campaign. */
  async requireQuest(campaignId: string, questId: string): Promise<void> {
    const found = await this.database.row(
      sql`SELECT id FROM quests.published_quest_v1 WHERE id = ${questId} AND campaign_id = ${campaignId}`,
    );
    if (found !== undefined) return;
    const error = fieldError('/questId', 'NOT_ALLOWED', {}, 'Is no quest of this campaign.');
    throw new AppError('VALIDATION_FAILED', { errors: [error] });
  }
}
