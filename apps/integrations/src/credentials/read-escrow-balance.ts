import { Inject, Injectable } from '@nestjs/common';
import { addressOf, type Chain } from '@questp/chains';
import type { EgressAnswer } from '@questp/egress';
import { AppError, type Coin, type EscrowBalance, type readEscrowBalance, type RequestOf } from '@questp/messages';
import { CONFIG } from '@questp/service';
import { ChainNodes, unexpected } from '../chain-transactions/chain-nodes.js';
import { objectAt, parseObject, UnusableAnswer } from '../chain-transactions/node-json.js';
import { readCoin } from '../chain-transactions/read-transaction.js';
import type { Config } from '../platform/config.js';
import { CredentialsRepository } from './credentials.repository.js';
import { ESCROW_CHAIN } from './escrow-key.js';

/** For all nodes together. */
const ASKING_MS = 4_000;

@Injectable()
export class ReadEscrowBalance {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly nodes: ChainNodes,
    @Inject(ESCROW_CHAIN) private readonly chain: Chain,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** NOT_FOUND for what is no escrow key, or not set; CHAIN_NOT_SUPPORTED, CHAIN_UNAVAILABLE */
  async run({ provider }: RequestOf<typeof readEscrowBalance>): Promise<EscrowBalance> {
    const { publicKey = null } = (await this.credentials.get(provider)) ?? {};
    if (publicKey === null) throw new AppError('NOT_FOUND');
    const { chainId, restUrls } = this.chain;
    if (restUrls === undefined) {
      throw new AppError('CHAIN_NOT_SUPPORTED', { detail: `No node of ${chainId} is configured.` });
    }
    const address = addressOf(this.chain, publicKey);
    const denom = this.config.ESCROW_FEE_DENOM;
    const path = `/cosmos/bank/v1beta1/balances/${address}/by_denom?denom=${encodeURIComponent(denom)}`;
    for await (const answer of this.nodes.inTurn(this.chain, path, ASKING_MS, (told) => balanceIn(told, denom))) {
      if (answer.isUsable)
        return { provider, chainId, address, balance: answer.value, checkedAt: new Date().toISOString() };
    }
    throw new AppError('CHAIN_UNAVAILABLE');
  }
}

/** @throws UnusableAnswer */
function balanceIn(answer: EgressAnswer, denom: string): Coin {
  if (answer.status !== 200) throw unexpected(answer);
  const balance = readCoin(objectAt(parseObject(answer.body), 'balance'));
  if (balance.denom !== denom) throw new UnusableAnswer('the balance is of another denomination');
  return balance;
}
