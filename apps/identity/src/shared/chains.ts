import { Inject, Injectable } from '@nestjs/common';
import { loadChainRegistry, type Chain, type ChainRegistry } from '@questp/chains';
import { CONFIG } from '@questp/service';
import type { Config } from './config.js';

/** Which chains' wallets may be linked, and which of them may sign in (spec 5.2). */
@Injectable()
export class Chains {
  private readonly registry: ChainRegistry;
  private readonly signInChains: readonly Chain[];

  /** Throws when SIGN_IN_CHAINS names a chain that cannot sign in. */
  constructor(@Inject(CONFIG) config: Config) {
    this.registry = loadChainRegistry(config.CHAINS);
    const able = this.registry.list().filter(({ signIn }) => signIn);
    const wanted = config.SIGN_IN_CHAINS;
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
