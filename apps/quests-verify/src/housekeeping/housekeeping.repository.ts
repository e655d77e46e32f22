import { Injectable } from '@nestjs/common';
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

  /** Wrong codes count for 15 minutes. */
  purgeCodeAttempts(): Promise<number> {
    return this.db.execute(sql`
      DELETE FROM code_attempt
      WHERE NOT EXISTS (SELECT 1 FROM unnest(wrong_at) AS at WHERE at > now() - interval '1 hour')`);
  }
}
