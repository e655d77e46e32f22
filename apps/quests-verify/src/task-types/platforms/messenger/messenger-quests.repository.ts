import { Injectable } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@questp/messages/language';
import { readStartMessage } from '@questp/messages/quests';
import { Database, sql } from '@questp/postgres';
import { Rpc } from '@questp/service';
import type { JsonObject } from '../../../catalog/definition/json-schema.js';
import type { EarnerAndQuest } from '../../../people/earners/earner-and-quest.js';

/** A quest as its team sees it, drafts included. */
interface TeamQuest {
  projectId: string;
  taskTypeId: string;
  config: JsonObject;
}

@Injectable()
export class MessengerQuestsRepository {
  constructor(private readonly db: Database) {}

  /** Undefined for who is no member of the project. */
  ofTeam({ userId, questId }: EarnerAndQuest): Promise<TeamQuest | undefined> {
    return this.db.row<TeamQuest>(sql`
      SELECT c.project_id, q.task_type_id, q.config
      FROM quest q JOIN campaign c ON c.id = q.campaign_id
      JOIN project_member m ON m.project_id = c.project_id AND m.user_id = ${userId}
      WHERE q.id = ${questId}`);
  }

  @Rpc(readStartMessage)
  async startMessage({ questId }: RequestOf<typeof readStartMessage>): Promise<ReplyOf<typeof readStartMessage>> {
    const row = await this.db.row<{ message: string | null }>(sql`
      SELECT config ->> 'customStartMessage' AS message FROM quest WHERE id = ${questId}`);
    return { message: row?.message ?? null };
  }
}
