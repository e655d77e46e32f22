import { Injectable } from '@nestjs/common';
import {
  createLinkChallenge,
  createSignInChallenge,
  linkWallet,
  listSignInMethods,
  listWallets,
  setPrimaryWallet,
  signInWithWallet,
  unlinkWallet,
} from '@questp/messages/identity';
import type { RequestOf } from '@questp/messages/language';
import { Database } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { toWallet } from '../../users/user.js';
import { UsersRepository } from '../../users/users.repository.js';
import { CreateChallenge } from './create-challenge.js';
import { LinkWallet } from './link-wallet.js';
import { SetPrimaryWallet } from './set-primary-wallet.js';
import { SignInMethods } from '../sign-in-methods.js';
import { SignInWithWallet } from './sign-in-with-wallet.js';
import { UnlinkWallet } from './unlink-wallet.js';

@Injectable()
export class WalletsHandlers {
  constructor(
    private readonly db: Database,
    private readonly users: UsersRepository,
    private readonly createChallenge: CreateChallenge,
    private readonly signInWithWallet: SignInWithWallet,
    private readonly linkWallet: LinkWallet,
    private readonly unlinkWallet: UnlinkWallet,
    private readonly setPrimaryWallet: SetPrimaryWallet,
    private readonly signInMethods: SignInMethods,
  ) {}

  // The parameter is part of what the contract's handler is compiled against.
  @Rpc(listSignInMethods)
  // oxlint-disable-next-line no-unused-vars
  async methods(_request: RequestOf<typeof listSignInMethods>) {
    return this.signInMethods.list();
  }

  @Rpc(createSignInChallenge)
  async signInChallenge(request: RequestOf<typeof createSignInChallenge>) {
    return this.createChallenge.forSignIn(request);
  }

  @Rpc(signInWithWallet)
  async signIn(request: RequestOf<typeof signInWithWallet>) {
    return this.signInWithWallet.run(request);
  }

  @Rpc(createLinkChallenge)
  async linkChallenge(request: RequestOf<typeof createLinkChallenge>) {
    return this.createChallenge.forLink(request);
  }

  @Rpc(linkWallet)
  async link(request: RequestOf<typeof linkWallet>) {
    return this.linkWallet.run(request);
  }

  @Rpc(listWallets)
  async list({ userId }: RequestOf<typeof listWallets>) {
    return { items: (await this.users.wallets(this.db, userId)).map(toWallet), nextCursor: null };
  }

  @Rpc(unlinkWallet)
  async unlink(request: RequestOf<typeof unlinkWallet>) {
    return this.unlinkWallet.run(request);
  }

  @Rpc(setPrimaryWallet)
  async setPrimary(request: RequestOf<typeof setPrimaryWallet>) {
    return this.setPrimaryWallet.run(request);
  }
}
