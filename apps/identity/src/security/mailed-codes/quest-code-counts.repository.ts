import { Inject, Injectable } from '@nestjs/common';
import { AppError } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { Database, found, sql, type Tx } from '@questp/postgres';
import { CONFIG } from '@questp/service';
import type { Config } from '../../shared/config.js';
import { hashMethod } from '../method-hashes/hash-method.js';

/** Codes per UTC day, by what they are counted. */
const MAX_A_DAY = {
  earner: LIMITS.questCodesOfEarner.max,
  address: LIMITS.questCodesOfAddress.max,
  project: LIMITS.questCodesOfProject.max,
};

interface CountedCode {
  userId: string;
  email: string;
  projectId: string;
}

/** Limits the mails of quests, so that neither a team nor a farm of accounts can mail strangers with them. */
@Injectable()
export class QuestCodeCountsRepository {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Admits and counts a code in one statement, in the transaction that orders its mail. RATE_LIMITED */
  async admit(tx: Tx, { userId, email, projectId }: CountedCode): Promise<void> {
    const address = hashMethod(this.config.METHOD_HASH_KEY, { kind: 'email', value: email });
    const keys = { earner: userId, address, project: projectId };
    const admitted = await tx.execute(sql`
      INSERT INTO quest_code_count AS c (kind, key, day, count)
      SELECT kind, key, (now() AT TIME ZONE 'utc')::date, 1
      FROM unnest(${Object.keys(keys)}::text[], ${Object.values(keys)}::text[]) AS counted (kind, key)
      ON CONFLICT (kind, key) DO UPDATE
      SET day = excluded.day, count = CASE WHEN c.day = excluded.day THEN c.count + 1 ELSE 1 END
      WHERE c.day <> excluded.day OR c.count < CASE c.kind
        WHEN 'earner' THEN ${MAX_A_DAY.earner}::integer
        WHEN 'address' THEN ${MAX_A_DAY.address}::integer
        ELSE ${MAX_A_DAY.project}::integer END`);
    if (admitted === Object.keys(keys).length) return;
    const { seconds } = found(
      await tx.row<{ seconds: number }>(sql`
        SELECT ceil(extract(epoch FROM date_trunc('day', now(), 'utc') + interval '1 day' - now()))::integer AS seconds`),
    );
    throw new AppError('RATE_LIMITED', { retryAfter: seconds });
  }

  /** Deletes the counts of former days. */
  purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM quest_code_count WHERE day < (now() AT TIME ZONE 'utc')::date`);
  }
}
