import { Injectable } from '@nestjs/common';
import { emit } from '@questp/events';
import type { ProvenAccount } from '@questp/messages/integrations';
import type { Tx } from '@questp/postgres';
import { LinkedAccountsRepository } from './linked-accounts.repository.js';

/** For an account that the user has already linked: integrations keeps its newest tokens from now on. */
@Injectable()
export class KeepProven {
  constructor(private readonly linkedAccountsRepository: LinkedAccountsRepository) {}

  async execute(tx: Tx, userId: string, proven: ProvenAccount): Promise<void> {
    const { provider, grantId } = proven;
    const replaced = await this.linkedAccountsRepository.renew(tx, proven);
    await emit(tx, 'account.linked', userId, { userId, provider, grantId, replaced });
  }
}
