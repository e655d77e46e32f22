import { Injectable } from '@nestjs/common';
import type { ProjectRole } from '@questp/messages/access';
import { AppError, type RequestOf } from '@questp/messages/language';
import {
  MAX_INVITATIONS,
  MAX_INVITATIONS_OF_USER,
  MAX_MEMBERS,
  type InvitationStatus,
  type listInvitations,
  type listOwnInvitations,
} from '@questp/messages/quests';
import { Database, decodeCursor, empty, insertInto, newId, raw, sql, found, type Tx } from '@questp/postgres';
import { PUBLIC_USER } from '../../people/earners/public-user.js';
import type { InvitationRow, OwnInvitationRow } from './invitation.js';

interface NewInvitation {
  projectId: string;
  userId: string;
  role: ProjectRole;
  invitedBy: string;
}

/** True if `i` can be accepted now. The inviter must still be allowed to invite. */
const OPEN = `(
  i.status = 'invited' AND i.expires_at > now()
  AND EXISTS (SELECT FROM project p WHERE p.id = i.project_id AND p.status = 'active')
  AND EXISTS (
    SELECT FROM project_member a
    WHERE a.project_id = i.project_id AND a.user_id = i.invited_by AND a.role = 'project_admin')
  AND NOT EXISTS (SELECT FROM earner s WHERE s.user_id = i.invited_by AND s.status = 'suspended'))`;
const open = raw(OPEN);

const COMMON = `i.id, i.role, i.invited_by, i.invited_at, i.expires_at,
  CASE WHEN i.status = 'invited' AND NOT ${OPEN} THEN 'lapsed' ELSE i.status END AS status`;
const INVITATION = sql`
  SELECT ${raw(COMMON)}, i.user_id, ${PUBLIC_USER} FROM invitation i LEFT JOIN earner e USING (user_id)`;
const OWN_INVITATION = raw(
  `SELECT ${COMMON}, i.project_id, p.slug AS project_slug, p.name AS project_name
   FROM invitation i JOIN project p ON p.id = i.project_id`,
);

@Injectable()
export class InvitationsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Call it while the project is locked; it also ends lapsed invitations of the project.
   * @throws AppError ALREADY_MEMBER, ALREADY_INVITED, TOO_MANY
   */
  async admit(tx: Tx, projectId: string, userId: string): Promise<void> {
    await tx.execute(sql`
      UPDATE invitation i SET status = 'lapsed' WHERE i.project_id = ${projectId} AND i.status = 'invited' AND NOT ${open}`);
    const now = found(
      await tx.row<{ isMember: boolean; isInvited: boolean; members: number; open: number; ofUser: number }>(sql`
        SELECT EXISTS (SELECT FROM project_member WHERE project_id = ${projectId} AND user_id = ${userId}) AS is_member,
          coalesce(bool_or(status = 'invited' AND user_id = ${userId}), false) AS is_invited,
          (SELECT count(*) FROM project_member WHERE project_id = ${projectId})::integer AS members,
          count(*) FILTER (WHERE status = 'invited')::integer AS open,
          count(*) FILTER (WHERE user_id = ${userId})::integer AS of_user
        FROM invitation
        WHERE project_id = ${projectId} AND (status = 'invited' OR user_id = ${userId}) AND expires_at > now()`),
    );
    if (now.isMember) throw new AppError('ALREADY_MEMBER');
    if (now.isInvited) throw new AppError('ALREADY_INVITED');
    if (now.open >= MAX_INVITATIONS) {
      throw new AppError('TOO_MANY', { detail: `A project has at most ${MAX_INVITATIONS} open invitations.` });
    }
    if (now.members + now.open >= MAX_MEMBERS) {
      const detail = `A project has at most ${MAX_MEMBERS} members, open invitations included.`;
      throw new AppError('TOO_MANY', { detail });
    }
    if (now.ofUser >= MAX_INVITATIONS_OF_USER) {
      const detail = `A project invites the same user at most ${MAX_INVITATIONS_OF_USER} times in seven days.`;
      throw new AppError('TOO_MANY', { detail });
    }
  }

  async insert(tx: Tx, invitation: NewInvitation): Promise<InvitationRow> {
    const id = newId();
    await tx.execute(insertInto('invitation', { id, ...invitation }));
    return found(await tx.row<InvitationRow>(sql`${INVITATION} WHERE i.id = ${id}`));
  }

  /** NOT_FOUND for an invitation of another user */
  async ofUser(tx: Tx, userId: string, id: string): Promise<OwnInvitationRow> {
    return found(await tx.row<OwnInvitationRow>(sql`${OWN_INVITATION} WHERE i.id = ${id} AND i.user_id = ${userId}`));
  }

  /** NOT_FOUND for an invitation of another project */
  async inProject(tx: Tx, projectId: string, id: string): Promise<InvitationRow> {
    const row = await tx.row<InvitationRow>(sql`${INVITATION} WHERE i.id = ${id} AND i.project_id = ${projectId}`);
    return found(row);
  }

  async close(tx: Tx, id: string, status: Exclude<InvitationStatus, 'invited' | 'lapsed'>): Promise<void> {
    await tx.execute(sql`UPDATE invitation SET status = ${status} WHERE id = ${id}`);
  }

  /** Newest first, one row more than the page. */
  async list({ projectId, status, limit, cursor }: RequestOf<typeof listInvitations>): Promise<InvitationRow[]> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.database.rows<InvitationRow>(sql`
      SELECT * FROM (
        ${INVITATION}
        WHERE i.project_id = ${projectId} ${before === undefined ? empty : sql`AND i.id < ${before}`}) AS shown
      ${status === undefined ? empty : sql`WHERE status = ${status}`}
      ORDER BY id DESC LIMIT ${limit + 1}`);
  }

  /** Acceptable invitations, newest first, one row more than the page. */
  async listOpen({ userId, limit, cursor }: RequestOf<typeof listOwnInvitations>): Promise<OwnInvitationRow[]> {
    const [before] = decodeCursor(cursor, ['uuid']) ?? [];
    return this.database.rows<OwnInvitationRow>(sql`
      ${OWN_INVITATION}
      WHERE i.user_id = ${userId} AND ${open} ${before === undefined ? empty : sql`AND i.id < ${before}`}
      ORDER BY i.id DESC LIMIT ${limit + 1}`);
  }
}
