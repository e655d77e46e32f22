import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import type { InvitationPreferences } from '@questp/messages/quests';
import { Database, sql, type Tx } from '@questp/postgres';
import type { InvitationPreference } from '../../generated/prisma/client.js';

/** Which projects may invite a user. */
@Injectable()
export class InvitationPreferencesRepository {
  constructor(private readonly database: Database) {}

  async get(userId: string): Promise<InvitationPreferences> {
    const row = await this.database.row<Pick<InvitationPreference, 'invitable' | 'refusedProjectIds'>>(sql`
      SELECT invitable, refused_project_ids FROM invitation_preference WHERE user_id = ${userId}`);
    return row ?? { invitable: true, refusedProjectIds: [] };
  }

  /** Replaces the stored preferences. */
  set(userId: string, { invitable, refusedProjectIds }: InvitationPreferences): Promise<void> {
    return this.database.transaction(async (tx) => {
      await tx.execute(sql`
        INSERT INTO invitation_preference (user_id, invitable, refused_project_ids)
        VALUES (${userId}, ${invitable}, ${refusedProjectIds}::uuid[])
        ON CONFLICT (user_id) DO UPDATE SET
          invitable = excluded.invitable, refused_project_ids = excluded.refused_project_ids, updated_at = now()`);
    });
  }

  /** INVITATION_REFUSED */
  async requireInvitable(tx: Tx, userId: string, projectId: string): Promise<void> {
    const refusal = await tx.row(sql`
      SELECT FROM invitation_preference
      WHERE user_id = ${userId} AND (NOT invitable OR ${projectId}::uuid = ANY (refused_project_ids))`);
    if (refusal !== undefined) throw new AppError('INVITATION_REFUSED');
  }
}
