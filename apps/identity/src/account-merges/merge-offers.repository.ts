import { Injectable } from '@nestjs/common';
import { AppError, type ErrorDetails } from '@questp/messages';
import { Database, newId, sql, type Queries, type Tx } from '@questp/postgres';
import { found } from '../platform/rows.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { TwoFactorRepository } from '../two-factor/two-factor.repository.js';

export interface MergeOfferRow {
  absorbedId: string;
  expiresAt: Date;
}

/** As long as what else proves that somebody has an account. */
const GOOD_FOR = sql`interval '10 minutes'`;

@Injectable()
export class MergeOffersRepository {
  constructor(
    private readonly db: Database,
    private readonly sessions: SessionsRepository,
    private readonly twoFactor: TwoFactorRepository,
  ) {}

  /**
   * What refuses to link what another account has, for a user who has just proven to have it as well. With an offer to
   * merge that account into the own one, which this session can take; without, where the session is not fresh or the
   * other account takes more than this to sign in.
   */
  async refusal(tx: Tx, survivorId: string, sessionId: string, ownerId: string): Promise<AppError> {
    const details: ErrorDetails = {};
    if (!(await this.sessions.isRecent(tx, survivorId, sessionId))) {
      details.detail = 'Both accounts can be made one by linking it again after a new sign-in.';
    } else if ((await this.twoFactor.method(tx, ownerId)) === undefined) {
      const offer = await tx.row<{ id: string }>(sql`
        INSERT INTO merge_offer (id, survivor_id, absorbed_id, session_id, expires_at)
        SELECT ${newId()}::uuid, ${survivorId}, id, ${sessionId}::uuid, now() + ${GOOD_FOR} FROM user_account
        WHERE id = ${ownerId} AND status = 'active'
        RETURNING id`);
      if (offer !== undefined) details.extra = { mergeOfferId: offer.id };
    }
    return new AppError('IDENTITY_IN_USE', details);
  }

  /** NOT_FOUND, also for another's, for one of another session and for one that ended. */
  async get(on: Queries, survivorId: string, sessionId: string, offerId: string): Promise<MergeOfferRow> {
    return found(
      await on.row<MergeOfferRow>(sql`
        SELECT absorbed_id, expires_at FROM merge_offer
        WHERE id = ${offerId} AND survivor_id = ${survivorId} AND session_id = ${sessionId} AND expires_at > now()`),
    );
  }

  /** Confirmations of an offer come one after the other. */
  async lock(tx: Tx, offerId: string): Promise<void> {
    await tx.execute(sql`SELECT FROM merge_offer WHERE id = ${offerId} FOR UPDATE`);
  }

  purge(): Promise<number> {
    return this.db.execute(sql`DELETE FROM merge_offer WHERE expires_at <= now()`);
  }
}
