import { Injectable } from '@nestjs/common';
import type { SecuritySettings } from '@questp/messages';
import { Database, sql, type Tx } from '@questp/postgres';

@Injectable()
export class SecuritySettingsRepository {
  constructor(private readonly db: Database) {}

  async get(): Promise<SecuritySettings> {
    const row = await this.db.row<{ operatorsNeedTwoFactor: boolean }>(
      sql`SELECT operators_need_two_factor FROM security_setting`,
    );
    return { operatorsNeedTwoFactor: row?.operatorsNeedTwoFactor ?? false };
  }

  /** False when nothing changed. */
  async set(tx: Tx, { operatorsNeedTwoFactor }: SecuritySettings): Promise<boolean> {
    const changed = await tx.execute(sql`
      UPDATE security_setting SET operators_need_two_factor = ${operatorsNeedTwoFactor}
      WHERE operators_need_two_factor <> ${operatorsNeedTwoFactor}`);
    return changed === 1;
  }

  /** Whose rights the setting changes. */
  async operatorsWithoutTwoFactor(tx: Tx): Promise<string[]> {
    const rows = await tx.rows<{ id: string }>(sql`
      SELECT id FROM admin a WHERE status = 'active' AND NOT EXISTS (
        SELECT FROM two_factor t WHERE t.owner_id = a.id AND t.enabled_at IS NOT NULL)`);
    return rows.map(({ id }) => id);
  }
}
