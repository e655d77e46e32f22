import { Injectable } from '@nestjs/common';
import type { RequestOf } from '@questp/messages/language';
import {
  getOperatorNotificationPreferences,
  setOperatorNotificationPreferences,
  type OperatorNotificationPreferences,
  type OperatorNotificationType,
} from '@questp/messages/notifier';
import { Database, sql, type Tx } from '@questp/postgres';
import { Rpc } from '@questp/service';

@Injectable()
export class OperatorPreferencesRepository {
  constructor(private readonly database: Database) {}

  @Rpc(getOperatorNotificationPreferences)
  async get({
    adminId,
  }: RequestOf<typeof getOperatorNotificationPreferences>): Promise<OperatorNotificationPreferences> {
    const row = await this.database.row<OperatorNotificationPreferences>(
      sql`SELECT muted FROM operator_preference WHERE admin_id = ${adminId}`,
    );
    return { muted: row?.muted ?? [] };
  }

  @Rpc(setOperatorNotificationPreferences)
  async set({
    adminId,
    muted,
  }: RequestOf<typeof setOperatorNotificationPreferences>): Promise<OperatorNotificationPreferences> {
    await this.database.transaction((tx) =>
      tx.execute(sql`
        INSERT INTO operator_preference (admin_id, muted) VALUES (${adminId}, ${muted}::text[])
        ON CONFLICT (admin_id) DO UPDATE SET muted = excluded.muted`),
    );
    return { muted };
  }

  /** Operators that muted the type. */
  async mutedBy(tx: Tx, type: OperatorNotificationType): Promise<Set<string>> {
    const rows = await tx.rows<{ adminId: string }>(
      sql`SELECT admin_id FROM operator_preference WHERE ${type} = ANY (muted)`,
    );
    return new Set(rows.map(({ adminId }) => adminId));
  }
}
