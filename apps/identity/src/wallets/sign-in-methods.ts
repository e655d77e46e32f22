import { Injectable } from '@nestjs/common';
import type { SignInMethod } from '@questp/messages';
import { Chains } from './chains.js';

/** The ways to sign in that work with this configuration (spec 4.1). */
@Injectable()
export class SignInMethods {
  constructor(private readonly chains: Chains) {}

  list(): { methods: SignInMethod[] } {
    const chains = this.chains.listForSignIn().map(({ chainId, name, family, bech32Prefix, keyAlgorithm }) => ({
      chainId,
      name,
      family,
      bech32Prefix,
      keyAlgorithm,
    }));
    // The notifier does not start without a mail server.
    const byMail: SignInMethod[] = [
      { id: 'email', name: 'E-mail code', chains: [] },
      { id: 'password', name: 'Password', chains: [] },
    ];
    return { methods: chains.length === 0 ? byMail : [{ id: 'wallet', name: 'Wallet', chains }, ...byMail] };
  }
}
