import { Injectable } from '@nestjs/common';
import { INTEGRATIONS, type Integration } from '@questp/messages/integrations';
import { Database, sql, type Tx } from '@questp/postgres';

/** Longer than HEALTH_SECONDS, so that each check sends a new request. */
const CHECK_SECONDS = 65;

/** The state of an integration that operators were last notified of. */
export interface Notified {
  failedChecks: number;
  isDown: boolean;
  quotaIsLow: boolean;
}

@Injectable()
export class IncidentsRepository {
  constructor(private readonly database: Database) {}

  /** Claims the integrations that are due. One replica checks each integration about once a minute. */
  async claim(): Promise<Integration[]> {
    const rows = await this.database.rows<{ name: Integration }>(sql`
      INSERT INTO integration_health AS h (name, checked_at)
      SELECT name, now() FROM unnest(${[...INTEGRATIONS]}::text[]) AS name ORDER BY name
      ON CONFLICT (name) DO UPDATE SET checked_at = excluded.checked_at
      WHERE h.checked_at <= now() - make_interval(secs => ${CHECK_SECONDS})
      RETURNING name`);
    return rows.map(({ name }) => name);
  }

  async lock(tx: Tx, name: Integration): Promise<Notified | undefined> {
    return tx.row<Notified>(sql`
      SELECT failed_checks, is_down, quota_is_low FROM integration_health WHERE name = ${name} FOR UPDATE`);
  }

  async store(tx: Tx, name: Integration, { failedChecks, isDown, quotaIsLow }: Notified): Promise<void> {
    await tx.execute(sql`
      UPDATE integration_health
      SET failed_checks = ${failedChecks}, is_down = ${isDown}, quota_is_low = ${quotaIsLow} WHERE name = ${name}`);
  }

  /** Hosts of an integration to which requests keep failing, from any replica. */
  async failingHosts(tx: Tx, name: Integration): Promise<string[]> {
    const rows = await tx.rows<{ host: string }>(sql`
      SELECT coalesce(data ->> 'host', 'the server') AS host FROM notice
      WHERE type = 'integration.changed' AND data ->> 'destination' = ${name} AND data ->> 'state' = 'down'
      ORDER BY 1 LIMIT 5`);
    return rows.map(({ host }) => host);
  }
}
