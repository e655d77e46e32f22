import { Injectable } from '@nestjs/common';
import type { NotificationType } from '@questp/messages/notifier';
import { Database, sql, type Tx } from '@questp/postgres';

@Injectable()
export class PreferencesRepository {
  constructor(private readonly database: Database) {}

  async mutedInApp(userId: string): Promise<NotificationType[]> {
    const row = await this.database.row<{ mutedInApp: NotificationType[] }>(
      sql`SELECT muted_in_app FROM notification_preference WHERE user_id = ${userId}`,
    );
    return row?.mutedInApp ?? [];
  }

  async set(tx: Tx, userId: string, mutedInApp: NotificationType[]): Promise<void> {
    await tx.execute(sql`
      INSERT INTO notification_preference (user_id, muted_in_app) VALUES (${userId}, ${mutedInApp}::text[])
      ON CONFLICT (user_id) DO UPDATE SET muted_in_app = excluded.muted_in_app, updated_at = now()`);
  }
}
