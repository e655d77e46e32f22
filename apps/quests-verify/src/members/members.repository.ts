import { Injectable } from '@nestjs/common';
import { AppError, type Member, type PageRequest, type ProjectRole } from '@questp/messages';
import { Database, decodeCursor, empty, insertInto, sql, type Tx } from '@questp/postgres';
import { PUBLIC_USER, type PublicUserRow } from '../earners/public-user.js';

export type MemberRow = PublicUserRow & Pick<Member, 'role'> & { addedAt: Date };

const MEMBER = sql`
  SELECT m.user_id, ${PUBLIC_USER}, m.role, m.added_at FROM project_member m LEFT JOIN earner e USING (user_id)`;

@Injectable()
export class MembersRepository {
  constructor(private readonly db: Database) {}

  async role(projectId: string, userId: string): Promise<ProjectRole | null> {
    const member = await this.db.quick.row<{ role: ProjectRole }>(
      sql`SELECT role FROM project_member WHERE project_id = ${projectId} AND user_id = ${userId}`,
    );
    return member?.role ?? null;
  }

  /** By user id, one row more than the page. */
  async list({ projectId, role, limit, cursor }: PageRequest & { projectId: string; role?: ProjectRole }) {
    const [after] = decodeCursor(cursor, ['text']) ?? [];
    return this.db.rows<MemberRow>(sql`
      ${MEMBER}
      WHERE m.project_id = ${projectId}
        ${role === undefined ? empty : sql`AND m.role = ${role}`}
        ${after === undefined ? empty : sql`AND m.user_id > ${after}`}
      ORDER BY m.user_id
      LIMIT ${limit + 1}`);
  }

  get(tx: Tx, projectId: string, userId: string): Promise<MemberRow | undefined> {
    return tx.row<MemberRow>(sql`${MEMBER} WHERE m.project_id = ${projectId} AND m.user_id = ${userId}`);
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

  /** LAST_PROJECT_ADMIN when nobody is left; only safe while the project is locked. */
  async requireAdmin(tx: Tx, projectId: string): Promise<void> {
    const admin = await tx.row(
      sql`SELECT 1 FROM project_member WHERE project_id = ${projectId} AND role = 'project_admin' LIMIT 1`,
    );
    if (admin === undefined) throw new AppError('LAST_PROJECT_ADMIN');
  }
}
