import { Injectable } from '@nestjs/common';
import type { Chain } from '@questp/messages/integrations';
import { ChainRegistry } from '@questp/service-kit/chains';

/** What operators allow wallets of each chain to do (spec 5.2). */
@Injectable()
export class Chains {
  constructor(private readonly chainRegistry: ChainRegistry) {}

  /** Undefined for a chain that the platform does not know. */
  get(chainId: string): Chain | undefined {
    return this.chainRegistry.get(chainId);
  }

  /** The chain if its wallets can be linked to an account. */
  forLink(chainId: string): Chain | undefined {
    const chain = this.chainRegistry.get(chainId);
    return chain?.enabled && chain.linking ? chain : undefined;
  }

  /** The chain if its wallets can sign in. Where it is disabled, only to accounts that exist. */
  forSignIn(chainId: string): Chain | undefined {
    const chain = this.chainRegistry.get(chainId);
    return chain?.signIn ? chain : undefined;
  }

  listForSignIn(): readonly Chain[] {
    return this.chainRegistry.list().filter(({ signIn }) => signIn);
  }
}
