import { MAX_ACTS, type ChainAct, type ChainTransaction } from '@questp/messages/integrations';
import { toAddress, type ErrorCode } from '@questp/messages/language';
import type { Facts } from '../../catalog/definition/facts.js';
import type { Outcome } from '../../catalog/definition/outcome.js';

const UNREAD = `At most ${MAX_ACTS} sends of a transaction are read, and none in an unknown form.`;

export type TransferConfig = { chainId: string; denom?: string; minAmount?: string; recipient?: string };

/**
 * chain_transfer: the transaction succeeded, is of the campaign and the period, and transferred what the quest requires
 * from a linked wallet. A transfer to the earner's own wallet counts only if the quest names that recipient. A
 * reviewer decides if the transfer is not among those that could be read.
 */
export function transferMade(
  config: TransferConfig,
  {
    chainTransactions,
    wallets,
    startsAt,
    endsAt,
  }: Pick<Facts, 'chainTransactions' | 'wallets' | 'startsAt' | 'endsAt'>,
): Outcome {
  const { chainId } = config;
  const [transaction] = chainTransactions?.transactions ?? [];
  if (transaction === undefined) return fail('TRANSACTION_NOT_FOUND', `${chainId} knows no such transaction.`);
  if (transaction.code !== 0) {
    return fail('TRANSACTION_FAILED', `The transaction failed on ${chainId} with code ${transaction.code}.`);
  }
  if (startsAt !== null && Date.parse(transaction.time) < startsAt.getTime()) {
    return fail('TRANSACTION_TOO_EARLY', `Only transactions from ${startsAt.toISOString()} on count.`);
  }
  if (endsAt !== null && Date.parse(transaction.time) >= endsAt.getTime()) {
    return fail('TRANSACTION_TOO_LATE', `Only transactions before ${endsAt.toISOString()} count.`);
  }
  const lacks = (code: ErrorCode, detail: string): Outcome =>
    !transaction.isComplete ? { kind: 'review', detail: `${detail} ${UNREAD}` } : fail(code, detail);
  const own = new Set(wallets.filter((wallet) => wallet.chainId === chainId).map(({ address }) => address));
  const sent = transaction.acts.filter(({ sender }) => own.has(sender));
  if (sent.length === 0) {
    return lacks('TRANSACTION_WRONG_SENDER', `None of the wallets you linked on ${chainId} sent it.`);
  }
  const fitting = sent.filter(({ recipient }) =>
    config.recipient === undefined ? !own.has(recipient ?? '') : toAddress(config.recipient) === recipient,
  );
  if (fitting.length === 0) {
    return lacks('TRANSACTION_MISMATCH', `It has to go to ${config.recipient ?? "a wallet that is not the sender's"}.`);
  }
  if (!isEnough(config, fitting)) return lacks('TRANSACTION_MISMATCH', `It has to move ${asked(config)}.`);
  return { kind: 'pass', subjects: [{ kind: 'transaction', subject: transactionSubject(chainId, transaction) }] };
}

/** True if the sum of one accepted denomination, over all transfers of the transaction, reaches the minimum. */
function isEnough({ denom, minAmount }: TransferConfig, transfers: readonly ChainAct[]): boolean {
  const sums = new Map<string, bigint>();
  for (const coin of transfers.flatMap(({ amounts }) => amounts ?? [])) {
    sums.set(coin.denom, (sums.get(coin.denom) ?? 0n) + BigInt(coin.amount));
  }
  const least = BigInt(minAmount ?? '1');
  return [...sums].some(([of, sum]) => (denom === undefined || of === denom) && sum >= least);
}

function asked({ denom, minAmount }: TransferConfig): string {
  return `${minAmount === undefined ? '' : `at least ${minAmount} `}${denom ?? 'of a token'}`;
}

const transactionSubject = (chainId: string, { hash }: ChainTransaction): string => `${chainId}/${hash.toUpperCase()}`;

const fail = (code: ErrorCode, detail: string): Outcome => ({ kind: 'fail', code, detail });
