import { Injectable } from '@nestjs/common';
import { getChainTransaction } from '@questp/messages';
import { Bus } from '@questp/service';
import type { FactRequest, FactSource, Gathered } from './fact-source.js';
import { unavailable } from './gather-facts.js';

/** The transaction an earner names by its hash, as the integrations service reads it from the chain. */
@Injectable()
export class ChainTransactions implements FactSource<'chainTransaction'> {
  readonly name = 'chainTransaction';

  constructor(private readonly bus: Bus) {}

  async gather({ config, inputs }: FactRequest): Promise<Gathered<'chainTransaction'>> {
    const { chainId } = config as { chainId: string };
    const txHash = (inputs as { txHash: string }).txHash.toUpperCase();
    const { status, transaction, detail } = await this.bus.call(getChainTransaction, { chainId, txHash });
    if (transaction !== null) return { kind: 'fact', value: transaction, shown: transaction };
    switch (status) {
      case 'unavailable':
        return unavailable(detail ?? `${chainId} cannot be read at the moment.`);
      case 'unsupported_chain':
        return {
          kind: 'misconfigured',
          code: 'QUEST_MISCONFIGURED',
          detail: detail ?? `Transactions of ${chainId} cannot be read on this platform.`,
        };
      default:
        return {
          kind: 'inconclusive',
          cause: 'not_ready',
          code: 'TRANSACTION_NOT_FOUND',
          detail: detail ?? `${chainId} does not know the transaction yet.`,
        };
    }
  }
}
