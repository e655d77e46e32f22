import { Injectable } from '@nestjs/common';
import { Database, sql, type Queries, type Tx } from '@questp/postgres';
import type { TaskTypeSwitch } from '../../generated/prisma/client.js';

@Injectable()
export class TaskTypeSwitchesRepository {
  constructor(private readonly database: Database) {}

  /** Ids of the types that a super admin disabled. */
  async disabled(queries: Queries = this.database): Promise<ReadonlySet<string>> {
    const rows = await queries.rows<Pick<TaskTypeSwitch, 'taskTypeId'>>(
      sql`SELECT task_type_id FROM task_type_switch WHERE NOT enabled`,
    );
    return new Set(rows.map(({ taskTypeId }) => taskTypeId));
  }

  /** Prevents a switch of the type until the transaction ends, even if the type has no row yet. */
  async hold(tx: Tx, taskTypeId: string): Promise<void> {
    await tx.execute(sql`SELECT shared_lock('task type ' || ${taskTypeId})`);
  }

  /** False if the type already had that state. */
  async set(tx: Tx, taskTypeId: string, enabled: boolean, adminId: string): Promise<boolean> {
    await tx.execute(sql`SELECT exclusive_lock('task type ' || ${taskTypeId})`);
    const switched = await tx.execute(sql`
      INSERT INTO task_type_switch (task_type_id, enabled, changed_by) VALUES (${taskTypeId}, ${enabled}, ${adminId})
      ON CONFLICT (task_type_id) DO UPDATE
        SET enabled = excluded.enabled, changed_by = excluded.changed_by, changed_at = now()
        WHERE task_type_switch.enabled <> excluded.enabled`);
    return switched === 1;
  }
}
