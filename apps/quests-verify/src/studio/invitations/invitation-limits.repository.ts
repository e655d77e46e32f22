import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { sql, type Tx } from '@questp/postgres';
import { CONFIG } from '@questp/service';
import type { Config } from '../../shared/config.js';

/** Limits the invitations that a user sends and receives per day, over all projects. */
@Injectable()
export class InvitationLimitsRepository {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** Admits and counts an invitation in one statement. RATE_LIMITED, INVITATION_REFUSED */
  async admit(tx: Tx, { invitedBy, userId }: { invitedBy: string; userId: string }): Promise<void> {
    const { LIMIT_INVITATIONS_SENT, LIMIT_INVITATIONS_RECEIVED } = this.config;
    const recent = sql`FROM unnest(c.counted_at) AS at WHERE at > clock_timestamp() - interval '1 day'`;
    const rows = await tx.rows<{ side: 'sent' | 'received' }>(sql`
      INSERT INTO invitation_count AS c (user_id, side, counted_at)
      SELECT user_id, side, ARRAY[clock_timestamp()]
      FROM (VALUES (${invitedBy}, 'sent'), (${userId}, 'received')) AS one (user_id, side)
      ORDER BY user_id COLLATE "C", side
      ON CONFLICT (user_id, side) DO UPDATE SET counted_at = ARRAY(SELECT at ${recent}) || clock_timestamp()
      WHERE (SELECT count(*) ${recent}) < CASE c.side
        WHEN 'sent' THEN ${LIMIT_INVITATIONS_SENT}::int ELSE ${LIMIT_INVITATIONS_RECEIVED}::int END
      RETURNING side`);
    const counted = new Set(rows.map(({ side }) => side));
    if (!counted.has('sent')) throw new AppError('RATE_LIMITED', { retryAfter: await this.secondsFull(tx, invitedBy) });
    // The same answer as to a user who takes no invitations: others' invitations are not the sender's business.
    if (!counted.has('received')) throw new AppError('INVITATION_REFUSED');
  }

  private async secondsFull(tx: Tx, userId: string): Promise<number> {
    const row = await tx.row<{ seconds: number | null }>(sql`
      SELECT ceil(extract(epoch FROM min(at) + interval '1 day' - clock_timestamp()))::integer AS seconds
      FROM invitation_count, unnest(counted_at) AS at
      WHERE user_id = ${userId} AND side = 'sent' AND at > clock_timestamp() - interval '1 day'`);
    return Math.max(1, row?.seconds ?? 1);
  }
}
