import { Injectable } from '@nestjs/common';
import { listMessengerChats } from '@questp/messages/integrations';
import { AppError, type ReplyOf, type RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { ConnectionsRepository } from '../../connections/connections.repository.js';
import { MessengerChatsRepository } from './chats.repository.js';

@Injectable()
export class ListChats {
  constructor(
    private readonly connectionsRepository: ConnectionsRepository,
    private readonly messengerChatsRepository: MessengerChatsRepository,
  ) {}

  /** NOT_FOUND without a bot */
  @Rpc(listMessengerChats)
  async execute({ projectId }: RequestOf<typeof listMessengerChats>): Promise<ReplyOf<typeof listMessengerChats>> {
    const connection = await this.connectionsRepository.get(projectId, 'messenger');
    if (connection === undefined) throw new AppError('NOT_FOUND', { detail: 'The project has no messenger bot.' });
    return { items: await this.messengerChatsRepository.list(connection.accountId), nextCursor: null };
  }
}
