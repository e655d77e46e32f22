import { Injectable } from '@nestjs/common';
import { MAX_MESSENGER_CHATS, type MessengerChat } from '@questp/messages/integrations';
import { Database, sql, type Tx } from '@questp/postgres';

@Injectable()
export class MessengerChatsRepository {
  constructor(private readonly database: Database) {}

  list(botId: string): Promise<MessengerChat[]> {
    return this.database.rows<MessengerChat>(sql`
      SELECT chat_id, title, type, is_admin FROM messenger_chat
      WHERE bot_id = ${botId} ORDER BY title, chat_id LIMIT ${MAX_MESSENGER_CHATS}`);
  }

  async store(tx: Tx, botId: string, { chatId, title, type, isAdmin }: MessengerChat): Promise<void> {
    await tx.execute(sql`
      INSERT INTO messenger_chat (bot_id, chat_id, title, type, is_admin)
      VALUES (${botId}, ${chatId}, ${title}, ${type}, ${isAdmin})
      ON CONFLICT (bot_id, chat_id) DO UPDATE
      SET title = excluded.title, type = excluded.type, is_admin = excluded.is_admin`);
  }

  async rename(tx: Tx, botId: string, { chatId, title }: { chatId: string; title: string }): Promise<void> {
    await tx.execute(sql`
      UPDATE messenger_chat SET title = ${title} WHERE bot_id = ${botId} AND chat_id = ${chatId}`);
  }

  /** If the supergroup is already stored, its row is kept. */
  async move(tx: Tx, botId: string, { chatId, toChatId }: { chatId: string; toChatId: string }): Promise<void> {
    await tx.execute(sql`
      INSERT INTO messenger_chat (bot_id, chat_id, title, type, is_admin)
      SELECT bot_id, ${toChatId}, title, 'supergroup', is_admin FROM messenger_chat
      WHERE bot_id = ${botId} AND chat_id = ${chatId}
      ON CONFLICT DO NOTHING`);
    await this.remove(tx, botId, chatId);
  }

  async remove(tx: Tx, botId: string, chatId: string): Promise<void> {
    await tx.execute(sql`DELETE FROM messenger_chat WHERE bot_id = ${botId} AND chat_id = ${chatId}`);
  }
}
