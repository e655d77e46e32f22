import { Inject, Injectable } from '@nestjs/common';
import { addressOf, type Chain } from '@questp/chains';
import type { EgressAnswer } from '@questp/egress';
import { readEscrowBalance, type Coin, type EscrowBalance } from '@questp/messages/integrations';
import { AppError, FORMS, type RequestOf } from '@questp/messages/language';
import { CONFIG, makeValidator, Rpc, type ConfigOf } from '@questp/service';
import { ChainNodes, unexpected } from '../chains/cosmos/chain-nodes.js';
import { objectAt, parseObject, UnusableAnswer } from '../outbound/node-json.js';
import { readCoin } from '../chains/cosmos/messages/fields.js';
import { CredentialsRepository } from './credentials.repository.js';
import { ESCROW_CHAIN } from '../chains/escrow-key.js';

export const ESCROW_BALANCE_CONFIG = {
  ESCROW_FEE_DENOM: makeValidator((input: string) => {
    if (!FORMS.denom.pattern.test(input)) throw new Error(`must be ${FORMS.denom.is}`);
    return input;
  })({
    desc: 'What the keys of the escrow pay fees in on ESCROW_CHAIN_ID, whose balance operators are shown',
    default: 'untrn',
  }),
};

/** For all nodes together. */
const ASKING_MS = 4_000;

@Injectable()
export class ReadEscrowBalance {
  constructor(
    private readonly credentials: CredentialsRepository,
    private readonly nodes: ChainNodes,
    @Inject(ESCROW_CHAIN) private readonly chain: Chain,
    @Inject(CONFIG) private readonly config: ConfigOf<typeof ESCROW_BALANCE_CONFIG>,
  ) {}

  /** NOT_FOUND for what is no escrow key, or not set; CHAIN_NOT_SUPPORTED, CHAIN_UNAVAILABLE */
  @Rpc(readEscrowBalance)
  async execute({ provider }: RequestOf<typeof readEscrowBalance>): Promise<EscrowBalance> {
    const { publicKey = null } = (await this.credentials.get(provider)) ?? {};
    if (publicKey === null) throw new AppError('NOT_FOUND');
    const address = addressOf(this.chain, publicKey);
    const balance = await this.balanceOf(address);
    return { provider, chainId: this.chain.chainId, address, balance, checkedAt: new Date().toISOString() };
  }

  /** CHAIN_NOT_SUPPORTED, CHAIN_UNAVAILABLE */
  async balanceOf(address: string): Promise<Coin> {
    const { chainId, restUrls } = this.chain;
    if (restUrls === undefined) {
      throw new AppError('CHAIN_NOT_SUPPORTED', { detail: `No node of ${chainId} is configured.` });
    }
    const denom = this.config.ESCROW_FEE_DENOM;
    const path = `/cosmos/bank/v1beta1/balances/${address}/by_denom?denom=${encodeURIComponent(denom)}`;
    for await (const answer of this.nodes.inTurn(this.chain, path, ASKING_MS, (answered) =>
      balanceIn(answered, denom),
    )) {
      if (answer.isUsable) return answer.value;
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
