import { Injectable } from '@nestjs/common';
import type { ReplyOf, RequestOf } from '@questp/messages/language';
import { readStartMessage } from '@questp/messages/quests';
import { Database, sql } from '@questp/postgres';
import { Rpc } from '@questp/service';

@Injectable()
export class MessengerQuestsRepository {
  constructor(private readonly database: Database) {}

  @Rpc(readStartMessage)
  async startMessage({ questId }: RequestOf<typeof readStartMessage>): Promise<ReplyOf<typeof readStartMessage>> {
    const row = await this.database.row<{ message: string | null }>(sql`
      SELECT config ->> 'customStartMessage' AS message FROM quest WHERE id = ${questId}`);
    return { message: row?.message ?? null };
  }
}
