import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import type { listProjectAuditLog, ProjectAction, ProjectActor, ProjectAuditEntry } from '@questp/messages/quests';
import { Database, decodeCursor, insertInto, join, newId, sql, type Tx } from '@questp/postgres';
import { currentContext } from '@questp/service';

export interface NewProjectAuditEntry {
  projectId: string;
  action: ProjectAction;
  subjectId: string;
  details?: Record<string, unknown>;
  /** Defaults to the caller that the transaction was authorized for. */
  actor?: ProjectAuditActor;
}

type ProjectAuditActor = Pick<ProjectAuditRow, 'actorType' | 'actorId'>;

export type ProjectAuditRow = Omit<ProjectAuditEntry, 'at' | 'actor'> & {
  at: Date;
  actorType: ProjectActor['type'];
  actorId: string | null;
  username: string | null;
  displayName: string | null;
};

@Injectable()
export class ProjectAuditRepository {
  constructor(private readonly database: Database) {}

  /** Writes an entry, in the transaction of the action. */
  async add(tx: Tx, { details = {}, actor = caller(), ...entry }: NewProjectAuditEntry): Promise<void> {
    await tx.execute(insertInto('project_audit_log', { id: newId(), ...entry, ...actor, details }));
  }

  /** Newest first, one row more than the page. */
  list(request: RequestOf<typeof listProjectAuditLog>): Promise<ProjectAuditRow[]> {
    const { projectId, action, actorId, subjectId, from, to, limit, cursor } = request;
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    const conditions = [
      [sql`l.project_id = ${projectId}`],
      action === undefined ? [] : [sql`l.action = ${action}`],
      actorId === undefined ? [] : [sql`l.actor_id = ${actorId}`],
      subjectId === undefined ? [] : [sql`l.subject_id = ${subjectId}`],
      from === undefined ? [] : [sql`l.at >= ${from}`],
      to === undefined ? [] : [sql`l.at < ${to}`],
      before === undefined ? [] : [sql`l.id < ${before}`],
    ].flat();
    return this.database.rows<ProjectAuditRow>(sql`
      SELECT l.id, l.at, l.action, l.actor_type, l.actor_id, l.subject_id, l.details, e.username, e.display_name
      FROM project_audit_log l LEFT JOIN earner e ON l.actor_type = 'user' AND e.user_id = l.actor_id
      WHERE ${join(conditions, ' AND ')}
      ORDER BY l.id DESC LIMIT ${limit + 1}`);
  }
}

/** The actor of the call. API keys cannot write. */
function caller(): ProjectAuditActor {
  const principal = currentContext()?.access?.principal;
  if (principal?.family === 'user') return { actorType: 'user', actorId: principal.userId };
  if (principal?.family === 'admin') return { actorType: 'operator', actorId: principal.adminId };
  return { actorType: 'system', actorId: null };
}
