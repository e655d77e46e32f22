import { Injectable } from '@nestjs/common';
import { listSignInMethods, type SignInMethod } from '@questp/messages/identity';
import { listOAuthProviders } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { OAUTH_SIGN_IN_APPS, type OAuthProvider } from '@questp/messages/shared';
import { Bus, Rpc } from '@questp/service';
import { Chains } from '../shared/chains.js';

const NAMES: Readonly<Record<OAuthProvider, string>> = {
  oauth_idp: 'Identity provider',
  microblog: 'Microblog',
  codehost: 'Code host',
  chatcomm: 'Chat server',
  videosite: 'Video site',
  launchsite: 'Launch site',
};

/** The sign-in and link methods that are configured (spec 4.1), and the apps that offer them (spec 5.1). */
@Injectable()
export class ListSignInMethods {
  constructor(
    private readonly chains: Chains,
    private readonly bus: Bus,
  ) {}

  @Rpc(listSignInMethods)
  async execute(): Promise<{ methods: SignInMethod[] }> {
    const chains = this.chains.listForSignIn().map(({ chainId, name, family, bech32Prefix, keyAlgorithm }) => ({
      chainId,
      name,
      family,
      bech32Prefix,
      keyAlgorithm,
    }));
    const byWallet: SignInMethod[] =
      chains.length === 0
        ? []
        : [{ id: 'wallet', name: 'Wallet', chains, uses: ['sign_in', 'link'], apps: ['earner'] }];
    // Always available: the notifier does not start without a mail server.
    const byMail: SignInMethod[] = [
      { id: 'email', name: 'E-mail code', chains: [], uses: ['sign_in', 'link'], apps: ['earner'] },
      { id: 'password', name: 'Password', chains: [], uses: ['sign_in'], apps: ['studio'] },
    ];
    const byAccount = (await this.providers()).map((id): SignInMethod => ({
      id,
      name: NAMES[id],
      chains: [],
      uses: OAUTH_SIGN_IN_APPS[id].length > 0 ? ['sign_in', 'link'] : ['link'],
      apps: [...OAUTH_SIGN_IN_APPS[id]],
    }));
    return { methods: [...byWallet, ...byMail, ...byAccount] };
  }

  /** Empty while integrations is unavailable: OAuth does not work then, but the other methods do. */
  private async providers(): Promise<OAuthProvider[]> {
    try {
      return (await this.bus.call(listOAuthProviders, {})).providers;
    } catch (error) {
      if (error instanceof AppError && error.status >= 500) return [];
      throw error;
    }
  }
}
