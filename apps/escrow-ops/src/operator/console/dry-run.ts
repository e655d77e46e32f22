import { Injectable } from '@nestjs/common';
import { addressOf } from '@questp/chains';
import type { Chain } from '@questp/messages/integrations';
import { dryRunEscrow, type EscrowDryRun } from '@questp/messages/escrow';
import { AppError, type RequestOf } from '@questp/messages/language';
import { Database, found, iso } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { EscrowAttemptsRepository } from '../../chain/escrows/escrow-attempts.repository.js';
import { EscrowSigner } from '../../chain/lane/escrow-signer.js';
import { feeFor, gasLimitFor } from '../../chain/lane/fees.js';
import { LaneNodes } from '../../chain/lane/lane-nodes.js';
import { SignedTransactionsRepository } from '../../chain/lane/signed-transactions.repository.js';
import { encodeSigned, encodeUnsigned, type ContractMessage } from '../../chain/lane/transaction.js';
import { NoAgreement } from '../../chain/nodes/node-answers.js';
import { Decisions } from '../decisions/decisions.js';
import { statusChanges } from './status-changes.js';

const KEY = 'escrow_operator';
const NOTHING = {
  ...{ message: null, refusal: null, gasUsed: null, gasLimit: null, feeDenom: null, feeAmount: null, keyBalance: null },
  changes: [],
};

/** Decides as the operator does and simulates the message; signs and stores nothing. */
@Injectable()
export class DryRun {
  constructor(
    private readonly database: Database,
    private readonly escrowAttemptsRepository: EscrowAttemptsRepository,
    private readonly decisions: Decisions,
    private readonly chainRegistry: ChainRegistry,
    private readonly laneNodes: LaneNodes,
    private readonly escrowSigner: EscrowSigner,
    private readonly signedTransactionsRepository: SignedTransactionsRepository,
  ) {}

  /** NOT_FOUND, CHAIN_UNAVAILABLE, CHAIN_NOT_CONFIGURED, ESCROW_KEY_MISSING */
  @Rpc(dryRunEscrow)
  async execute({ campaignId }: RequestOf<typeof dryRunEscrow>): Promise<EscrowDryRun> {
    const { attempt, chainId } = found(await this.escrowAttemptsRepository.last(this.database, campaignId));
    try {
      const { decision, reading } = await this.decisions.decide(campaignId, attempt);
      const { do: state, code, why: reason } = decision;
      const until = decision.do === 'wait' ? iso(decision.until) : null;
      const run = { state, code, reason, until, ...NOTHING };
      if (decision.do !== 'send' || reading === undefined) return run;
      const { message } = decision;
      const chain = this.chainRegistry.get(chainId);
      if (chain === undefined) throw new AppError('CHAIN_NOT_CONFIGURED');
      const changes = statusChanges(message, reading.status);
      const cost = await this.simulate(chain, { contract: reading.address, message });
      return { ...run, message: { ...message }, changes, ...cost };
    } catch (error) {
      throw error instanceof NoAgreement ? new AppError('CHAIN_UNAVAILABLE') : error;
    }
  }

  private async simulate(chain: Chain, message: ContractMessage): Promise<Partial<EscrowDryRun>> {
    const { chainId, gasPrices } = chain;
    const [gasPrice] = gasPrices;
    if (gasPrice === undefined) throw new AppError('CHAIN_NOT_CONFIGURED', { detail: `${chainId} has no gas price.` });
    const node = this.laneNodes.of(chain);
    const publicKey = await this.escrowSigner.publicKey(KEY);
    const signer = addressOf(chain, publicKey);
    const account = await node.account(signer);
    if (account === undefined) return { refusal: 'The key has never received coins.' };
    const timeoutHeight = (await node.height()) + 1;
    const unsigned = encodeUnsigned({ ...message, ...account, chainId, signer, publicKey, timeoutHeight });
    const simulated = await node.simulate(encodeSigned(unsigned));
    if ('refusal' in simulated) return { refusal: simulated.refusal };
    const { expired } = await this.signedTransactionsRepository.history({ chainId, key: KEY }, message.contract);
    const { gasLimit, denom, amount } = feeFor(gasLimitFor(simulated.gasUsed), gasPrice, expired);
    return {
      ...{ gasUsed: `${simulated.gasUsed}`, gasLimit: `${gasLimit}`, feeDenom: denom, feeAmount: `${amount}` },
      keyBalance: `${await node.balance(signer, denom)}`,
    };
  }
}
