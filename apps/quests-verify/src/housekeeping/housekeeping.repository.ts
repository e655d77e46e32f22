import { Injectable } from '@nestjs/common';
import { MERGE_UNDO_DAYS } from '@questp/messages';
import { Database, sql } from '@questp/postgres';

@Injectable()
export class HousekeepingRepository {
  constructor(private readonly db: Database) {}

  purgeVisits(): Promise<number> {
    return this.db.execute(sql`DELETE FROM visit WHERE expires_at < now() - interval '1 day'`);
  }

  purgeAttestations(): Promise<number> {
    return this.db.execute(sql`DELETE FROM attestation WHERE expires_at < now() - interval '1 day'`);
  }

  /** Of days that are over. */
  purgeDailyCounts(): Promise<number> {
    return this.db.execute(sql`DELETE FROM daily_count WHERE day < (now() AT TIME ZONE 'utc')::date`);
  }

  /** A merge is undone within days. */
  purgeEndedChecks(): Promise<number> {
    return this.db.execute(sql`
      UPDATE account_merge_item i SET ended_check = NULL FROM account_merge m
      WHERE i.ended_check IS NOT NULL AND m.id = i.merge_id
        AND m.reserved_at < now() - make_interval(days => ${MERGE_UNDO_DAYS + 1})`);
  }
}
