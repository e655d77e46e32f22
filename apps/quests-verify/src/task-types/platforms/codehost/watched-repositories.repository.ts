import { Injectable } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@questp/messages/language';
import { listWatchedRepositories, MAX_WATCHED_REPOSITORIES } from '@questp/messages/quests';
import { Database, sql } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { TaskTypes } from '../../../catalog/definition/task-types.js';

@Injectable()
export class WatchedRepositoriesRepository {
  constructor(
    private readonly database: Database,
    private readonly taskTypes: TaskTypes,
  ) {}

  @Rpc(listWatchedRepositories)
  async list({
    projectId,
  }: RequestOf<typeof listWatchedRepositories>): Promise<ReplyOf<typeof listWatchedRepositories>> {
    const rows = await this.database.rows<{ repository: string }>(sql`
      SELECT DISTINCT q.config ->> 'repository' AS repository
      FROM quest q JOIN campaign c ON c.id = q.campaign_id
      WHERE c.project_id = ${projectId} AND c.status = 'active' AND q.status = 'active'
        AND q.task_type_id = ANY (${this.taskTypes.ofPlatform('codehost')}) AND q.config ? 'repository'
      ORDER BY 1 LIMIT ${MAX_WATCHED_REPOSITORIES}`);
    return { repositories: rows.map(({ repository }) => repository) };
  }
}
