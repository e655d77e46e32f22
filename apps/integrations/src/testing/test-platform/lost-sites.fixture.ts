import { Injectable } from '@nestjs/common';
import type { Tx } from '@questp/postgres';
import type { LostConnection, LostConnections } from '../../description/hooks.js';

/** Records the accounts of removed connections. */
@Injectable()
export class LostSites implements LostConnections {
  readonly accounts: string[] = [];

  add(_: Tx, { accountId }: LostConnection): Promise<void> {
    this.accounts.push(accountId);
    return Promise.resolve();
  }
}
