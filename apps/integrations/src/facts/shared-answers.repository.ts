import { Injectable } from '@nestjs/common';
import { Database, sql } from '@questp/postgres';

/** Answers of platforms by key, until they expire. */
@Injectable()
export class SharedAnswersRepository {
  constructor(private readonly database: Database) {}

  /** The answer as JSON. */
  async get(key: Buffer): Promise<{ json: string; expiresAt: Date } | undefined> {
    return this.database.quick.row(
      sql`SELECT json, expires_at FROM shared_answer WHERE key = ${key} AND expires_at > now()`,
    );
  }

  async put(key: Buffer, json: string, seconds: number): Promise<void> {
    await this.database.quick.execute(sql`
      INSERT INTO shared_answer (key, json, expires_at)
      VALUES (${key}, ${json}, now() + make_interval(secs => ${seconds}))
      ON CONFLICT (key) DO UPDATE SET json = excluded.json, expires_at = excluded.expires_at`);
  }

  async purge(): Promise<number> {
    return this.database.execute(sql`DELETE FROM shared_answer WHERE expires_at <= now()`);
  }
}
