import { Injectable } from '@nestjs/common';
import { findLinkedGrant } from '@questp/messages/identity';
import { accountProblem, type NeededAccount } from '@questp/messages/integrations';
import { Bus } from '@questp/service';

/** The account of a user, with its grant where the platform gives tokens; or why it does not serve a fact. */
export type AccountLink = { accountId: string; grantId: string | null } | { problem: 'not_linked' | 'relink' };

/** Reads the linked accounts of users for facts. */
@Injectable()
export class LinkedAccounts {
  constructor(private readonly bus: Bus) {}

  async of(account: NeededAccount, userId: string): Promise<AccountLink> {
    const { provider } = account;
    const { grantId, accountId, relinkNeeded } = await this.bus.call(findLinkedGrant, { userId, provider });
    if (accountId === null) return { problem: 'not_linked' };
    const problem = accountProblem(account, { relinkNeeded });
    return problem === undefined ? { accountId, grantId } : { problem };
  }
}
