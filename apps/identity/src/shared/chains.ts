import { Inject, Injectable } from '@nestjs/common';
import type { Chain, ChainRegistry } from '@questp/chains';
import { CHAINS } from '@questp/chains/provider';
import { CONFIG } from '@questp/service';
import type { Config } from './config.js';

/** The chains whose wallets can be linked, and those whose wallets can sign in (spec 5.2). */
@Injectable()
export class Chains {
  private readonly signInChains: readonly Chain[];

  /** Throws if SIGN_IN_CHAINS names a chain that cannot sign in. */
  constructor(
    @Inject(CHAINS) private readonly registry: ChainRegistry,
    @Inject(CONFIG) { SIGN_IN_CHAINS: wanted }: Config,
  ) {
    const able = registry.list().filter(({ signIn }) => signIn);
    const unknown = wanted.filter((chainId) => !able.some((chain) => chain.chainId === chainId));
    if (unknown.length > 0) throw new Error(`SIGN_IN_CHAINS names chains without sign-in: ${unknown.join(', ')}`);
    this.signInChains = wanted.length === 0 ? able : able.filter(({ chainId }) => wanted.includes(chainId));
  }

  forLink(chainId: string): Chain | undefined {
    return this.registry.get(chainId);
  }

  forSignIn(chainId: string): Chain | undefined {
    return this.signInChains.find((chain) => chain.chainId === chainId);
  }

  listForSignIn(): readonly Chain[] {
    return this.signInChains;
  }
}
