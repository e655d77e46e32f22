import { Injectable } from '@nestjs/common';
import { addressOf } from '@questp/chains';
import type { EgressAnswer } from '@questp/egress';
import { readEscrowBalance, type Chain, type Coin, type EscrowBalance } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { ChainNodes, unexpected } from '../chains/cosmos/chain-nodes.js';
import { objectAt, parseObject, textAt, UnusableAnswer } from '../outbound/described-json.js';
import { CredentialsRepository } from './credentials.repository.js';

/** For all nodes together. */
const ASKING_MS = 4_000;
const AMOUNT = /^(0|[1-9]\d{0,38})$/;

@Injectable()
export class ReadEscrowBalance {
  constructor(
    private readonly credentialsRepository: CredentialsRepository,
    private readonly chainNodes: ChainNodes,
    private readonly chainRegistry: ChainRegistry,
  ) {}

  /** NOT_FOUND for a provider that is not an escrow key or is not set; CHAIN_NOT_SUPPORTED, CHAIN_UNAVAILABLE */
  @Rpc(readEscrowBalance)
  async execute({ provider, chainId }: RequestOf<typeof readEscrowBalance>): Promise<EscrowBalance> {
    const { publicKey = null } = (await this.credentialsRepository.get(provider)) ?? {};
    if (publicKey === null) throw new AppError('NOT_FOUND');
    const chain = this.chainRegistry.get(chainId);
    if (chain === undefined) throw new AppError('CHAIN_NOT_SUPPORTED');
    const address = addressOf(chain, publicKey);
    const balance = await this.balanceOf(chain, address);
    return { provider, chainId, address, balance, checkedAt: new Date().toISOString() };
  }

  /** CHAIN_NOT_SUPPORTED, CHAIN_UNAVAILABLE */
  async balanceOf(chain: Chain, address: string): Promise<Coin> {
    const { chainId, restUrls, gasPrices } = chain;
    if (restUrls.length === 0) notSupported(`${chainId} has no node; set its restUrls.`);
    const denom = gasPrices[0]?.denom ?? notSupported(`${chainId} has no gas price; set its gasPrices.`);
    const path = `/cosmos/bank/v1beta1/balances/${address}/by_denom?denom=${encodeURIComponent(denom)}`;
    for await (const answer of this.chainNodes.inTurn(chain, path, ASKING_MS, (answered) =>
      balanceIn(answered, denom),
    )) {
      if (answer.isUsable) return answer.value;
    }
    throw new AppError('CHAIN_UNAVAILABLE', { detail: `No node of ${chainId} answers.` });
  }
}

function notSupported(detail: string): never {
  throw new AppError('CHAIN_NOT_SUPPORTED', { detail });
}

/** @throws UnusableAnswer */
function balanceIn(answer: EgressAnswer, denom: string): Coin {
  if (answer.status !== 200) throw unexpected(answer);
  const balance = objectAt(parseObject(answer.body), 'balance');
  if (balance['denom'] !== denom) throw new UnusableAnswer('the balance is of another denomination');
  return { denom, amount: textAt(balance, 'amount', AMOUNT) };
}
