import { Injectable } from '@nestjs/common';
import type { ProjectRole } from '@questp/messages/access';
import { AppError, type RequestOf } from '@questp/messages/language';
import type { listMembers, MemberOrder } from '@questp/messages/quests';
import { Database, empty, insertInto, sorted, sql, type Sort, type Sorted, type Tx } from '@questp/postgres';
import type { ProjectMember } from '../../generated/prisma/client.js';
import { PUBLIC_USER, type PublicUserRow } from '../../people/earners/public-user.js';
import type { Narrowed } from '../../shared/narrowed.js';
import { containing } from '../../shared/search.js';

type StoredMember = Narrowed<ProjectMember, { role: ProjectRole }>;
export type MemberRow = PublicUserRow & Pick<StoredMember, 'role' | 'addedAt'>;

const COLUMNS = sql`m.user_id, ${PUBLIC_USER}, m.role, m.added_at`;
const MEMBERS = sql`project_member m LEFT JOIN earner e USING (user_id)`;

/** By the stored time, to the microsecond. */
const ADDED = { '(extract(epoch FROM m.added_at) * 1000000)::bigint': 'integer', user_id: 'text' } as const;
const SORTS: Record<MemberOrder, Sort> = {
  newest: { direction: 'DESC', by: ADDED },
  oldest: { direction: 'ASC', by: ADDED },
  username: {
    direction: 'ASC',
    by: { '(e.username IS NULL)::integer': 'int32', "coalesce(e.username, '')": 'text', user_id: 'text' },
  },
};

@Injectable()
export class MembersRepository {
  constructor(private readonly database: Database) {}

  async role(projectId: string, userId: string): Promise<ProjectRole | null> {
    const member = await this.database.quick.row<Pick<StoredMember, 'role'>>(
      sql`SELECT role FROM project_member WHERE project_id = ${projectId} AND user_id = ${userId}`,
    );
    return member?.role ?? null;
  }

  /** One row more than the page. Reads the whole team, which has MAX_MEMBERS at most. */
  list(request: RequestOf<typeof listMembers>): Promise<Sorted<MemberRow>[]> {
    const { projectId, role, search, order, limit, cursor } = request;
    const { sortKey, isAfter, orderBy } = sorted(SORTS, order, cursor);
    return this.database.rows<Sorted<MemberRow>>(sql`
      SELECT ${COLUMNS}, ${sortKey} FROM ${MEMBERS}
      WHERE m.project_id = ${projectId} AND ${isAfter} AND ${containing(['e.username', 'e.display_name'], search)}
        ${role === undefined ? empty : sql`AND m.role = ${role}`}
      ORDER BY ${orderBy} LIMIT ${limit + 1}`);
  }

  get(tx: Tx, projectId: string, userId: string): Promise<MemberRow | undefined> {
    return tx.row<MemberRow>(
      sql`SELECT ${COLUMNS} FROM ${MEMBERS} WHERE m.project_id = ${projectId} AND m.user_id = ${userId}`,
    );
  }

  /** ALREADY_MEMBER */
  async insert(tx: Tx, projectId: string, userId: string, role: ProjectRole): Promise<void> {
    const row = { projectId, userId, role };
    const added = await tx.execute(sql`${insertInto('project_member', row)} ON CONFLICT DO NOTHING`);
    if (added === 0) throw new AppError('ALREADY_MEMBER');
  }

  /** False when the user is no member. */
  async setRole(tx: Tx, projectId: string, userId: string, role: ProjectRole): Promise<boolean> {
    const changed = await tx.execute(
      sql`UPDATE project_member SET role = ${role} WHERE project_id = ${projectId} AND user_id = ${userId}`,
    );
    return changed === 1;
  }

  /** False when the user is no member. */
  async remove(tx: Tx, projectId: string, userId: string): Promise<boolean> {
    const removed = await tx.execute(
      sql`DELETE FROM project_member WHERE project_id = ${projectId} AND user_id = ${userId}`,
    );
    return removed === 1;
  }

  /** LAST_PROJECT_ADMIN if the project has no admin. Call it while the project is locked. */
  async requireAdmin(tx: Tx, projectId: string): Promise<void> {
    const admin = await tx.row(
      sql`SELECT 1 FROM project_member WHERE project_id = ${projectId} AND role = 'project_admin' LIMIT 1`,
    );
    if (admin === undefined) throw new AppError('LAST_PROJECT_ADMIN');
  }
}
