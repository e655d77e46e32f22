import { Injectable } from '@nestjs/common';
import type { SecuritySettings } from '@questp/messages/identity';
import { Database, sql, found, type Queries, type Tx } from '@questp/postgres';

@Injectable()
export class SecuritySettingsRepository {
  constructor(private readonly database: Database) {}

  async get(on: Queries = this.database): Promise<SecuritySettings> {
    const row = await on.row<SecuritySettings>(
      sql`SELECT super_admins_need_two_factor, operators_need_two_factor FROM security_setting`,
    );
    return found(row);
  }

  /** False if nothing changed. */
  async set(tx: Tx, { superAdminsNeedTwoFactor, operatorsNeedTwoFactor }: SecuritySettings): Promise<boolean> {
    const changed = await tx.execute(sql`
      UPDATE security_setting
      SET super_admins_need_two_factor = ${superAdminsNeedTwoFactor}, operators_need_two_factor = ${operatorsNeedTwoFactor}
      WHERE super_admins_need_two_factor <> ${superAdminsNeedTwoFactor}
        OR operators_need_two_factor <> ${operatorsNeedTwoFactor}`);
    return changed === 1;
  }

  /** Operators whose access a setting may change. */
  async operatorsWithoutTwoFactor(tx: Tx): Promise<string[]> {
    const rows = await tx.rows<{ id: string }>(sql`
      SELECT id FROM admin a WHERE status = 'active' AND NOT EXISTS (
        SELECT FROM two_factor t WHERE t.owner_id = a.id AND t.enabled_at IS NOT NULL)`);
    return rows.map(({ id }) => id);
  }
}
