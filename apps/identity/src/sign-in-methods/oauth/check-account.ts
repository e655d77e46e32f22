import { Injectable } from '@nestjs/common';
import { checkAccount, type LinkedAccount } from '@questp/messages/identity';
import { readOAuthHandle } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Database, found } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { LinkedAccountsRepository, toLinkedAccount } from './linked-accounts.repository.js';

@Injectable()
export class CheckAccount {
  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
    private readonly linkedAccountsRepository: LinkedAccountsRepository,
  ) {}

  /** Integrations also sends an event when the account has to be linked again. */
  @Rpc(checkAccount)
  async execute({ userId, provider }: RequestOf<typeof checkAccount>): Promise<LinkedAccount> {
    const grantId = found((await this.linkedAccountsRepository.of(this.database, userId, provider))?.grantId);
    const { handle } = await this.bus.call(readOAuthHandle, { grantId });
    return this.database.transaction(async (tx) => {
      await this.linkedAccountsRepository.setHandle(tx, grantId, handle);
      return toLinkedAccount(found(await this.linkedAccountsRepository.of(tx, userId, provider)));
    });
  }
}
