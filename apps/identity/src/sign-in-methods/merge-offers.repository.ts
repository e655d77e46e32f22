import { Injectable } from '@nestjs/common';
import { AppError, type ErrorDetails } from '@questp/messages/language';
import { Database, newId, sql, found, type Queries, type Tx } from '@questp/postgres';
import { TwoFactorRepository } from '../security/two-factor/two-factor.repository.js';
import { SignInMethodsRepository, type ProvenMethod } from './sign-in-methods.repository.js';

export interface MergeOfferRow {
  absorbedId: string;
  expiresAt: Date;
}

/** Same lifetime as other proofs of account ownership. */
const GOOD_FOR = sql`interval '10 minutes'`;

@Injectable()
export class MergeOffersRepository {
  constructor(
    private readonly database: Database,
    private readonly twoFactorRepository: TwoFactorRepository,
    private readonly signInMethodsRepository: SignInMethodsRepository,
  ) {}

  /**
   * Refuses to link a method that belongs to another account, to a user who has just proven to control it. The error
   * offers this session to merge the other account into the user's own. There is no offer if the method cannot sign in
   * to the other account, or if that account has two-factor sign-in.
   */
  async refusal(
    tx: Tx,
    {
      survivorId,
      sessionId,
      ownerId,
      proven,
    }: Record<'survivorId' | 'sessionId' | 'ownerId', string> & {
      proven: ProvenMethod;
    },
  ): Promise<AppError> {
    const details: ErrorDetails = {};
    const isOffered =
      (await this.signInMethodsRepository.signsIn(tx, ownerId, proven)) &&
      (await this.twoFactorRepository.method(tx, ownerId)) === undefined;
    if (isOffered) {
      const offer = await tx.row<{ id: string }>(sql`
        INSERT INTO merge_offer (id, survivor_id, absorbed_id, session_id, proof, expires_at)
        SELECT ${newId()}::uuid, ${survivorId}, id, ${sessionId}::uuid, ${JSON.stringify(proven)}::jsonb, now() + ${GOOD_FOR}
        FROM user_account WHERE id = ${ownerId} AND status = 'active'
        RETURNING id`);
      if (offer !== undefined) details.extra = { mergeOfferId: offer.id };
    }
    return new AppError('IDENTITY_IN_USE', details);
  }

  /** NOT_FOUND also for an offer to another user or session, an expired offer, and a proof that no longer signs in. */
  async get(on: Queries, survivorId: string, sessionId: string, offerId: string): Promise<MergeOfferRow> {
    const offer = found(
      await on.row<MergeOfferRow & { proof: ProvenMethod }>(sql`
        SELECT absorbed_id, expires_at, proof FROM merge_offer
        WHERE id = ${offerId} AND survivor_id = ${survivorId} AND session_id = ${sessionId} AND expires_at > now()
          AND proof IS NOT NULL`),
    );
    if (!(await this.signInMethodsRepository.signsIn(on, offer.absorbedId, offer.proof)))
      throw new AppError('NOT_FOUND');
    return offer;
  }

  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM merge_offer WHERE expires_at <= now()`);
  }
}
