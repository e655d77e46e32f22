import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { Database, found, newId, sql, type Tx } from '@questp/postgres';
import { formerCompletions } from '../../ledger/credits/former-completions.js';
import { ownAndAbove, type Referrer } from './referees.repository.js';

/** The referral of an earner to a campaign. */
export interface RecordedReferral {
  projectId: string;
  campaignId: string;
  referredAt: Date;
}

interface CodeOwner extends Referrer {
  projectId: string;
}

/** Why a code cannot be used by the earner. */
const REFUSALS = {
  unknown: 'It is the code of no earner.',
  own: 'It is your own code.',
  circle: 'You invited the owner of this code, directly or through others.',
  late: 'You have completed a quest of the campaign already.',
  taken: 'Another earner invited you to the campaign before.',
} as const;

@Injectable()
export class ReferralCodesRepository {
  constructor(private readonly database: Database) {}

  /** The code of the earner for the campaign, which the first call creates: 72 random bits. */
  async codeOf({ userId, campaignId }: Referrer): Promise<string> {
    const code = randomBytes(9).toString('base64url');
    const row = await this.database.row<{ code: string }>(sql`
      INSERT INTO referral_code AS c (campaign_id, user_id, code) VALUES (${campaignId}, ${userId}, ${code})
      ON CONFLICT (campaign_id, user_id) DO UPDATE SET code = c.code
      RETURNING code`);
    return found(row).code;
  }

  /** CAMPAIGN_NOT_ACTIVE, MEMBER_CANNOT_EARN, REFERRAL_REFUSED */
  async use(tx: Tx, userId: string, code: string): Promise<RecordedReferral> {
    const owner = await tx.row<CodeOwner>(sql`
      SELECT r.user_id, r.campaign_id, c.project_id
      FROM referral_code r JOIN campaign c ON c.id = r.campaign_id WHERE r.code = ${code}`);
    if (owner === undefined) throw new AppError('REFERRAL_REFUSED', { detail: REFUSALS.unknown });
    const { campaignId, projectId } = owner;
    // Two earners who use each other's codes at once would otherwise both be recorded.
    await tx.execute(sql`SELECT exclusive_lock('referrals of ' || ${campaignId}::text)`);
    const before = await tx.row<{ referrerId: string; referredAt: Date }>(sql`
      SELECT referrer_id, referred_at FROM referral WHERE campaign_id = ${campaignId} AND user_id = ${userId}`);
    if (before?.referrerId === owner.userId) return { projectId, campaignId, referredAt: before.referredAt };
    await this.requireUsable(tx, userId, owner);
    if (before !== undefined) throw new AppError('REFERRAL_REFUSED', { detail: REFUSALS.taken });
    const recorded = await tx.row<{ referredAt: Date }>(sql`
      INSERT INTO referral (id, campaign_id, user_id, referrer_id)
      VALUES (${newId()}, ${campaignId}, ${userId}, ${owner.userId})
      RETURNING referred_at`);
    return { projectId, campaignId, ...found(recorded) };
  }

  private async requireUsable(tx: Tx, userId: string, { campaignId, ...owner }: CodeOwner): Promise<void> {
    const state = found(
      await tx.row<{ isOpen: boolean; isMember: boolean; refusal: 'own' | 'circle' | 'late' | null }>(sql`
        WITH RECURSIVE ${ownAndAbove({ userId: owner.userId, campaignId })}
        SELECT c.status = 'active' AND p.status <> 'archived' AND (c.ends_at IS NULL OR c.ends_at > now()) AS is_open,
          EXISTS (SELECT FROM project_member m WHERE m.project_id = p.id AND m.user_id = ${userId}) AS is_member,
          CASE
            WHEN ${userId} IN (SELECT id FROM own) THEN 'own'
            WHEN ${userId} IN (SELECT id FROM above) THEN 'circle'
            WHEN EXISTS (SELECT FROM standing s WHERE s.scope_id = c.id AND s.user_id = ${userId})
              OR EXISTS (
                SELECT FROM ${formerCompletions(userId)}
                  AND f.quest_id IN (SELECT q.id FROM quest q WHERE q.campaign_id = c.id)
              ) THEN 'late'
          END AS refusal
        FROM campaign c JOIN project p ON p.id = c.project_id WHERE c.id = ${campaignId}`),
    );
    if (!state.isOpen) throw new AppError('CAMPAIGN_NOT_ACTIVE');
    if (state.isMember) throw new AppError('MEMBER_CANNOT_EARN');
    if (state.refusal !== null) throw new AppError('REFERRAL_REFUSED', { detail: REFUSALS[state.refusal] });
  }
}
