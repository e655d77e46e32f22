import { Injectable } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@questp/messages/language';
import { listMessageChannels, MAX_MESSAGE_CHANNELS } from '@questp/messages/quests';
import { Database, sql } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { TaskTypes } from '../../../catalog/definition/task-types.js';

@Injectable()
export class MessageChannelsRepository {
  constructor(
    private readonly database: Database,
    private readonly taskTypes: TaskTypes,
  ) {}

  @Rpc(listMessageChannels)
  async list({ projectId }: RequestOf<typeof listMessageChannels>): Promise<ReplyOf<typeof listMessageChannels>> {
    const rows = await this.database.rows<{ channelId: string }>(sql`
      SELECT DISTINCT q.config ->> 'channelId' AS channel_id
      FROM quest q JOIN campaign c ON c.id = q.campaign_id
      WHERE c.project_id = ${projectId} AND c.status = 'active' AND q.status = 'active'
        AND q.task_type_id = ANY (${this.taskTypes.ofPlatform('chatcomm')}) AND q.config ? 'channelId'
      ORDER BY 1 LIMIT ${MAX_MESSAGE_CHANNELS}`);
    return { channelIds: rows.map(({ channelId }) => channelId) };
  }
}
