import { Injectable } from '@nestjs/common';
import { Database, sql } from '@questp/postgres';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { projectOwner } from '../../shared/project-owner.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';

/** The columns of a quest that a preview reads. */
export interface PreviewedQuest {
  projectId: string;
  campaignId: string;
  taskTypeId: string;
  config: JsonObject;
  campaignStartsAt: Date | null;
  checkBudgetUsd: string | null;
  ownerId: string | null;
}

@Injectable()
export class TeamQuestsRepository {
  constructor(private readonly database: Database) {}

  /** Undefined: not a member of the project. */
  get({ userId, questId }: EarnerAndQuest): Promise<PreviewedQuest | undefined> {
    return this.database.row<PreviewedQuest>(sql`
      SELECT c.project_id, c.id AS campaign_id, q.task_type_id, q.config, c.starts_at AS campaign_starts_at,
        c.check_budget_usd, ${projectOwner(sql`c.project_id`)} AS owner_id
      FROM quest q JOIN campaign c ON c.id = q.campaign_id
      JOIN project_member m ON m.project_id = c.project_id AND m.user_id = ${userId}
      WHERE q.id = ${questId}`);
  }
}
