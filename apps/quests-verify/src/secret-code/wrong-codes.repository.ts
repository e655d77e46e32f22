import { Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages';
import { sql, type Tx } from '@questp/postgres';
import type { EarnerAndQuest } from '../credit/quest-entry.js';

/** Spec 8: wrong codes per earner and quest. */
const MAX_WRONG = 10;
const WINDOW_SECONDS = 15 * 60;

@Injectable()
export class WrongCodesRepository {
  /**
   * Admits one try and counts it as wrong until forgetLast. RATE_LIMITED after 10 wrong codes in 15 minutes.
   * The earner's other tries wait until the transaction ends.
   */
  async count(tx: Tx, { questId, userId }: EarnerAndQuest): Promise<void> {
    const counted = await tx.execute(sql`
      INSERT INTO code_attempt AS c (quest_id, user_id, wrong_at) VALUES (${questId}, ${userId}, ARRAY[clock_timestamp()])
      ON CONFLICT (quest_id, user_id) DO UPDATE
      SET wrong_at = ARRAY(
        SELECT at FROM unnest(c.wrong_at) AS at WHERE at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})
        ORDER BY at
      ) || clock_timestamp()
      WHERE (
        SELECT count(*) FROM unnest(c.wrong_at) AS at
        WHERE at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})
      ) < ${MAX_WRONG}`);
    if (counted === 1) return;
    const limited = await tx.row<{ seconds: number }>(sql`
      SELECT ceil(extract(epoch FROM min(at) - clock_timestamp()) + ${WINDOW_SECONDS})::integer AS seconds
      FROM code_attempt, unnest(wrong_at) AS at
      WHERE quest_id = ${questId} AND user_id = ${userId}
        AND at > clock_timestamp() - make_interval(secs => ${WINDOW_SECONDS})`);
    throw new AppError('RATE_LIMITED', {
      detail: 'Too many wrong codes; no code is looked at for a while.',
      retryAfter: Math.max(1, limited?.seconds ?? 1),
    });
  }

  /** The try was right and does not count. */
  async forgetLast(tx: Tx, { questId, userId }: EarnerAndQuest): Promise<void> {
    await tx.execute(sql`
      UPDATE code_attempt SET wrong_at = trim_array(wrong_at, 1) WHERE quest_id = ${questId} AND user_id = ${userId}`);
  }
}
