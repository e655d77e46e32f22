import { Injectable } from '@nestjs/common';
import {
  checkAccount,
  findLinkedGrant,
  linkAccount,
  listLinkedAccounts,
  signInWithOAuth,
  startAccountLink,
  unlinkAccount,
} from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { CheckAccount } from './check-account.js';
import { LinkAccount } from './link-account.js';
import { LinkedAccountsRepository, toLinkedAccount } from './linked-accounts.repository.js';
import { SignInWithOAuth } from './sign-in-with-oauth.js';
import { StartAccountLink } from './start-account-link.js';
import { UnlinkAccount } from './unlink-account.js';

@Injectable()
export class LinkedAccountsHandlers {
  constructor(
    private readonly db: Database,
    private readonly accounts: LinkedAccountsRepository,
    private readonly signInWithOAuth: SignInWithOAuth,
    private readonly startAccountLink: StartAccountLink,
    private readonly linkAccount: LinkAccount,
    private readonly checkAccount: CheckAccount,
    private readonly unlinkAccount: UnlinkAccount,
  ) {}

  @Rpc(signInWithOAuth)
  async signIn(request: RequestOf<typeof signInWithOAuth>) {
    return this.signInWithOAuth.run(request);
  }

  @Rpc(listLinkedAccounts)
  async list({ userId }: RequestOf<typeof listLinkedAccounts>) {
    return { items: (await this.accounts.list(this.db, userId)).map(toLinkedAccount), nextCursor: null };
  }

  @Rpc(startAccountLink)
  async start(request: RequestOf<typeof startAccountLink>) {
    return this.startAccountLink.run(request);
  }

  @Rpc(linkAccount)
  async link(request: RequestOf<typeof linkAccount>) {
    return this.linkAccount.run(request);
  }

  @Rpc(checkAccount)
  async check(request: RequestOf<typeof checkAccount>) {
    return this.checkAccount.run(request);
  }

  @Rpc(findLinkedGrant)
  async grant({ userId, provider }: RequestOf<typeof findLinkedGrant>) {
    return { grantId: (await this.accounts.of(this.db, userId, provider))?.grantId ?? null };
  }

  @Rpc(unlinkAccount)
  async unlink(request: RequestOf<typeof unlinkAccount>) {
    return this.unlinkAccount.run(request);
  }
}
