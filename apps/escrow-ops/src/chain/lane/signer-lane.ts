import { Inject, Injectable } from '@nestjs/common';
import { addressOf, type AccountRules } from '@questp/chains';
import { queueOperatorAlert } from '@questp/events';
import { dailyFeeLimit, type GasPrice } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { Database, type Tx } from '@questp/postgres';
import { failpoint } from '@questp/service';
import { EscrowSigner } from './escrow-signer.js';
import { feeFor, gasLimitFor, MAX_GAS, type GasFee } from './fees.js';
import type { IncludedTransaction, LaneNode } from './lane-node.js';
import type { LaneSigner } from './lane-signer.js';
import { LanesRepository, type LaneKey, type LaneLease } from './lanes.repository.js';
import { SignedTransactionsRepository, type Decision, type OpenTransaction } from './signed-transactions.repository.js';
import { actionOf, encodeSigned, encodeUnsigned, hashOf, type ContractMessage } from './transaction.js';

/** Blocks in which a transaction can be included. */
const TIMEOUT_BLOCKS = 50;
/** Blocks after which a node has indexed the transactions of a block. */
const INDEXED_BLOCKS = 2;
/** Pause after a transaction that failed in a block; doubled after each further failure. */
const FAILED_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 600_000;
const DAY_MS = 86_400_000;
/** Percent of the daily fee limit that messages returning a leftover can use; the rest is kept for payouts. */
const RETURNS_PERCENT = 75n;
/**
 * Error of a simulation whose sequence is already used in the mempool. Contract errors start differently. The next
 * sequence that the node reports is not used: the contract does not show the effect of the pending transaction yet.
 */
const OTHER_SEQUENCE = /^(?:rpc error: code = \w+ desc = )?account sequence mismatch, expected \d+, got \d+/;
/** Operators are alerted when the balance pays for fewer transactions of this size. */
const MIN_TRANSACTIONS = 20n;

/** The next message to a contract, for a campaign. */
export interface NextMessage extends ContractMessage {
  campaignId: string;
  /**
   * Set for a message that returns a leftover: the amount, and its denomination (null for a token). The message is not
   * sent if its fee exceeds the amount, and it cannot use the part of the daily fee limit that is kept for payouts.
   */
  brings?: { denom: string | null; amount: bigint };
  /** Stores what depends on the message being sent, in the transaction of the database that stores the signed bytes. */
  onStored?: (tx: Tx) => Promise<void>;
}

/** A transaction that was stored, in events and logs. */
export type LaneTransaction = Pick<OpenTransaction, 'hash' | 'campaignId' | 'contract' | 'action' | 'refusal'>;

/**
 * - busy: another process works on the lane.
 * - sent: a new transaction was stored and handed to a node.
 * - open: the transaction is not decided yet.
 * - decided: the outcome is known; its effect is read from the contract.
 * - stale: another transaction of the account uses the sequence that was read: one in a block since then, or one in the
 *   mempool. The next step reads the sequence and the contract again.
 * - nothing: there is no next message.
 * - refused: the next message fails in a simulation, so it was not signed.
 * - paused: messages to the contract failed in blocks; the next one waits.
 * - reserved: the same, because the rest of the limit is kept for payouts.
 * - unprofitable: the fee exceeds the amount that the message returns.
 * - unfunded: the balance does not pay the fee.
 * - capped: the fee would exceed the daily limit of the key on the chain; the next message waits for the next day.
 */
export type LaneStep =
  | { state: 'busy' | 'stale' | 'nothing' }
  | { state: 'sent'; transaction: LaneTransaction }
  | { state: 'open'; transaction: LaneTransaction }
  | { state: 'decided'; transaction: LaneTransaction; decision: Decision }
  | { state: 'refused'; message: NextMessage; reason: string }
  | { state: 'paused'; message: NextMessage; until: Date }
  | { state: 'capped'; message: NextMessage; until: Date }
  | { state: 'reserved'; message: NextMessage; until: Date }
  | { state: 'unprofitable'; message: NextMessage; cost: bigint }
  | { state: 'unfunded'; message: NextMessage; needed: bigint; balance: bigint };

export interface LaneChain extends AccountRules {
  chainId: string;
  /** The first coin pays fees. */
  gasPrices: readonly GasPrice[];
}

export interface LaneSetting {
  chain: LaneChain;
  key: LaneKey;
  node: LaneNode;
  /**
   * Reads the contract at the agreed head (`AgreedReads`, not a projection) and decides what comes next. It is called
   * while no transaction of the lane is open, and after the account was read.
   */
  next: () => Promise<NextMessage | undefined>;
}

/**
 * Sends the transactions of an account one after another. A transaction is stored before it is broadcast, and the same
 * bytes are broadcast again until a block includes it, another transaction has used its sequence, or its timeout height
 * has passed; only then can the next one be built. All transactions of an account with one sequence exclude each other,
 * so an error about the first of them cannot make both take effect.
 */
@Injectable()
export class SignerLane {
  constructor(
    private readonly database: Database,
    private readonly lanesRepository: LanesRepository,
    private readonly signedTransactionsRepository: SignedTransactionsRepository,
    @Inject(EscrowSigner) private readonly signer: LaneSigner,
  ) {}

  /** Does one step, which takes seconds, as it does not wait for a block. CHAIN_NOT_CONFIGURED, ESCROW_KEY_MISSING, SIGNING_REFUSED */
  async step(setting: LaneSetting): Promise<LaneStep> {
    const lease = await this.lanesRepository.lease(setting.chain.chainId, setting.key);
    if (lease === undefined) return { state: 'busy' };
    try {
      const open = await this.signedTransactionsRepository.open(lease);
      return open === undefined ? await this.sendNext(lease, setting) : await this.settle(open, setting.node);
    } finally {
      await this.lanesRepository.release(lease);
    }
  }

  private async settle(open: OpenTransaction, node: LaneNode): Promise<LaneStep> {
    const resets = await node.resets();
    const height = await node.height();
    const included = await node.find(open.hash);
    const account = await node.account(open.signer);
    const isPassed = account !== undefined && account.sequence > open.sequence;
    const isExpired = height >= open.timeoutHeight + INDEXED_BLOCKS;
    // A transaction that fails before its sequence is used, as for lack of funds, can be included again.
    if (included && (included.code === 0 || isPassed || isExpired)) return await this.decide(open, resultOf(included));
    // The chain of the signature was reset, and the new one stays below the timeout height for a long time.
    if (open.resets !== null && resets > open.resets) return await this.decide(open, { outcome: 'expired' });
    if (isPassed) {
      const passedHeight = open.passedHeight ?? height;
      if (height >= passedHeight + INDEXED_BLOCKS) return await this.decide(open, { outcome: 'replaced' });
      await this.signedTransactionsRepository.notePassed(open, passedHeight);
      return { state: 'open', transaction: open };
    }
    if (isExpired) return await this.decide(open, { outcome: 'expired' });
    if (height < open.timeoutHeight) await this.broadcast(open, node);
    return { state: 'open', transaction: open };
  }

  private async decide(open: OpenTransaction, decision: Decision): Promise<LaneStep> {
    failpoint('before-confirm');
    await this.signedTransactionsRepository.decide(open, decision);
    failpoint('after-confirm');
    return { state: 'decided', transaction: open, decision };
  }

  private async sendNext(lease: LaneLease, { chain, key, node, next }: LaneSetting): Promise<LaneStep> {
    const publicKey = await this.signer.publicKey(key);
    const address = addressOf(chain, publicKey);
    const resets = await node.resets();
    // The contract is read at this head or a later one: a transaction that it does not show yet has not used the sequence.
    const account = await node.account(address);
    const message = await next();
    if (message === undefined) return { state: 'nothing' };
    const { expired, failed, lastFailedAt } = await this.signedTransactionsRepository.history(lease, message.contract);
    const until = pauseEnd(failed, lastFailedAt);
    if (until !== undefined && until.getTime() > Date.now()) return { state: 'paused', message, until };
    const { chainId, gasPrices } = chain;
    const [gasPrice] = gasPrices;
    if (gasPrice === undefined) throw new AppError('CHAIN_NOT_CONFIGURED', { detail: `${chainId} has no gas price.` });
    if (account === undefined) {
      // An account exists once it received coins.
      const fee = feeFor(MAX_GAS, gasPrice, 0);
      await this.alertLow(lease, address, fee, 0n);
      return { state: 'unfunded', message, needed: fee.amount, balance: 0n };
    }
    const timeoutHeight = (await node.height()) + TIMEOUT_BLOCKS;
    const parts = { ...message, ...account, chainId, signer: address, publicKey, timeoutHeight };
    const simulated = await node.simulate(encodeSigned(encodeUnsigned(parts)));
    if ('refusal' in simulated) {
      const isStale =
        OTHER_SEQUENCE.test(simulated.refusal) || (await node.account(address))?.sequence !== account.sequence;
      return isStale ? { state: 'stale' } : { state: 'refused', message, reason: simulated.refusal };
    }
    const gasLimit = gasLimitFor(simulated.gasUsed);
    if (gasLimit > MAX_GAS) return { state: 'refused', message, reason: `it needs ${simulated.gasUsed} gas` };
    const fee = feeFor(gasLimit, gasPrice, expired);
    const { campaignId, contract, brings, onStored } = message;
    if (brings?.denom === fee.denom && brings.amount <= fee.amount) {
      return { state: 'unprofitable', message, cost: fee.amount };
    }
    const dailyFees = dailyFeeLimit(gasPrice);
    const feeLimit = brings === undefined ? dailyFees : (dailyFees * RETURNS_PERCENT) / 100n;
    const capped = async (): Promise<LaneStep> => {
      if (feeLimit < dailyFees) return { state: 'reserved', message, until: nextDay() };
      await this.lanesRepository.alertCapped(lease, { denom: fee.denom, dailyFees: `${dailyFees}` });
      return { state: 'capped', message, until: nextDay() };
    };
    if ((await this.signedTransactionsRepository.feesToday(lease, fee.denom)) + fee.amount > feeLimit)
      return await capped();
    const balance = await node.balance(address, fee.denom);
    if (balance < fee.amount * MIN_TRANSACTIONS) await this.alertLow(lease, address, fee, balance);
    if (balance < fee.amount) return { state: 'unfunded', message, needed: fee.amount, balance };
    const unsigned = encodeUnsigned({ ...parts, fee });
    failpoint('before-sign');
    const signature = await this.signer.sign(chainId, key, unsigned.signBytes).catch((error: unknown) => {
      // The fees that integrations counts include signatures that this service did not store.
      if (error instanceof AppError && error.code === 'FEE_LIMIT_REACHED') return undefined;
      throw error;
    });
    if (signature === undefined) return await capped();
    const bytes = encodeSigned(unsigned, signature);
    failpoint('after-sign');
    const signed = {
      ...{ campaignId, contract, action: actionOf(message), signer: address, sequence: account.sequence },
      ...{ hash: hashOf(bytes), bytes, timeoutHeight, resets },
      ...{ gasLimit, feeDenom: fee.denom, feeAmount: fee.amount },
    };
    const open = await this.signedTransactionsRepository.insert(lease, signed, feeLimit, onStored);
    if (open === undefined) return { state: 'busy' };
    failpoint('after-persist');
    await this.broadcast(open, node);
    failpoint('after-broadcast');
    return { state: 'sent', transaction: open };
  }

  private async alertLow({ chainId, key }: LaneLease, address: string, fee: GasFee, balance: bigint): Promise<void> {
    const amounts = { denom: fee.denom, balance: `${balance}`, fee: `${fee.amount}` };
    const data = { chainId, provider: key, address, ...amounts };
    await queueOperatorAlert(this.database, 'escrow.balance_low', `${chainId}/${key}`, data);
  }

  private async broadcast(open: OpenTransaction, node: LaneNode): Promise<void> {
    const refusal = await node.broadcast(open.bytes);
    if (refusal)
      await this.signedTransactionsRepository.noteRefusal(open, `${refusal.codespace} ${refusal.code}: ${refusal.log}`);
  }
}

/** Start of the next day (UTC). */
const nextDay = (): Date => new Date(Math.floor(Date.now() / DAY_MS + 1) * DAY_MS);

const resultOf = ({ height, code, gasUsed, log }: IncludedTransaction): Decision =>
  code === 0
    ? { outcome: 'succeeded', height, code, gasUsed }
    : { outcome: 'failed', height, code, gasUsed, error: log };

/** Failed transactions cost fees, so each makes the next one to the contract wait longer. */
function pauseEnd(failed: number, lastFailedAt: Date | null): Date | undefined {
  if (lastFailedAt === null) return undefined;
  const pause = Math.min(FAILED_PAUSE_MS * 2 ** (failed - 1), MAX_PAUSE_MS);
  return new Date(lastFailedAt.getTime() + pause);
}
