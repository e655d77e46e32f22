import { Injectable } from '@nestjs/common';
import { readMessengerStart, type Fact, type FactStatus, type MessengerStart } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { LinkedAccounts } from '../../webhooks/account-links/linked-accounts.js';
import { ConnectionsRepository } from '../../connections/connections.repository.js';
import { MessengerStartsRepository } from './starts.repository.js';

/** The messenger has no call that lists who started a bot, so starts are stored from its updates. */
@Injectable()
export class ReadStart {
  constructor(
    private readonly linkedAccounts: LinkedAccounts,
    private readonly connectionsRepository: ConnectionsRepository,
    private readonly messengerStartsRepository: MessengerStartsRepository,
  ) {}

  @Rpc(readMessengerStart)
  async execute({ projectId, ...link }: RequestOf<typeof readMessengerStart>): Promise<Fact<MessengerStart>> {
    const { userId } = link;
    const connection = await this.connectionsRepository.get(projectId, 'messenger');
    if (connection === undefined)
      return without('unsupported', 'The team has to connect a bot of the messenger again.');
    const account = await this.linkedAccounts.of(readMessengerStart.account, userId);
    if ('problem' in account) {
      return without(account.problem, 'Link your account of the messenger, or link it again.');
    }
    const { accountId } = account;
    const startedAt = await this.messengerStartsRepository.find(link, accountId);
    if (startedAt === undefined) return without('not_found', 'Your linked account has not started the bot yet.');
    return { status: 'found', value: { accountId, startedAt: startedAt.toISOString() }, detail: null, retryAt: null };
  }
}

const without = (status: FactStatus, detail: string): Fact<MessengerStart> => ({
  status,
  value: null,
  detail,
  retryAt: null,
});
