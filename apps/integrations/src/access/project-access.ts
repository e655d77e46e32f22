import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { getProjectRole } from '@questp/messages/quests';
import { sql, type Tx } from '@questp/postgres';
import { Bus } from '@questp/service';

@Injectable()
export class ProjectAccess {
  constructor(private readonly bus: Bus) {}

  /** FORBIDDEN unless the user is a project_admin now. */
  async requireAdmin(projectId: string, userId: string): Promise<void> {
    const { role } = await this.bus.call(getProjectRole, { projectId, userId });
    if (role !== 'project_admin') throw new AppError('FORBIDDEN');
  }

  /**
   * Begins a change of the data of the project. The role is checked under the lock that the removal of a member and the
   * archiving of a project take as well, so that they see everything that is stored here. FORBIDDEN, INVALID_TRANSITION
   */
  async lockOpen(tx: Tx, projectId: string, userId: string): Promise<void> {
    await this.lock(tx, projectId);
    const archived = await tx.row(sql`SELECT FROM archived_project WHERE project_id = ${projectId}`);
    if (archived) throw new AppError('INVALID_TRANSITION', { detail: 'The project is archived.' });
    await this.requireAdmin(projectId, userId);
  }

  /** Locks the data of the project until the transaction ends. */
  async lock(tx: Tx, projectId: string): Promise<void> {
    await tx.execute(sql`SELECT exclusive_lock('project ' || ${projectId}::text)`);
  }

  /** Nothing more is stored for the project. */
  async close(tx: Tx, projectId: string): Promise<void> {
    await this.lock(tx, projectId);
    await tx.execute(sql`INSERT INTO archived_project (project_id) VALUES (${projectId}) ON CONFLICT DO NOTHING`);
  }
}
