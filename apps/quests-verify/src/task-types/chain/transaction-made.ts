import { MAX_ACTS, MAX_TRANSACTIONS, type ChainTransaction } from '@questp/messages/integrations';
import type { ErrorCode } from '@questp/messages/language';
import type { Facts } from '../../catalog/definition/facts.js';
import type { Outcome, Subject } from '../../catalog/definition/outcome.js';
import { isEnough, type Sought } from './sought.js';

export type ChainFacts = Pick<Facts, 'chainTransactions' | 'wallets' | 'startsAt' | 'endsAt'>;

type Judged = Extract<Outcome, { kind: 'pass' | 'fail' | 'review' }>;

const UNREAD = `At most ${MAX_ACTS} acts of a transaction are read, and none in an unknown form.`;

/**
 * A transaction succeeded, is of the campaign and the period, and its acts by the earner's addresses together do what
 * the quest requires.
 *
 * @param txHash of the only transaction that counts; undefined: the transactions were searched, and the oldest that the
 * earner can still use counts
 */
export function transactionMade(
  chainId: string,
  sought: Sought,
  txHash: string | undefined,
  facts: ChainFacts,
): Outcome {
  const { transactions = [], isComplete = true } = facts.chainTransactions ?? {};
  const [first] = transactions;
  if (txHash === undefined) return amongFound(chainId, sought, transactions, isComplete, facts);
  if (first === undefined) return fail('TRANSACTION_NOT_FOUND', `${chainId} knows no such transaction.`);
  return judge(chainId, sought, first, facts);
}

/** Where a search is not complete, an earner who names the transaction needs no search. */
function amongFound(
  chainId: string,
  sought: Sought,
  transactions: readonly ChainTransaction[],
  isComplete: boolean,
  facts: ChainFacts,
): Outcome {
  const oldestFirst = transactions.toSorted((one, other) => one.height - other.height);
  const judged = oldestFirst.map((transaction) => judge(chainId, sought, transaction, facts));
  const passed = judged.flatMap((outcome) => (outcome.kind === 'pass' ? (outcome.subjects ?? []) : []));
  if (passed.length > 0) return { kind: 'pass', subjects: passed };
  const nameIt = 'Hand in the hash of your transaction.';
  const review = judged.find(({ kind }) => kind === 'review');
  if (review !== undefined) return fail('TRANSACTION_NOT_FOUND', `Not all of your transactions can be read. ${nameIt}`);
  if (isComplete) {
    const newest = judged.at(-1);
    if (newest?.kind === 'fail' && newest.code === 'TRANSACTION_MISMATCH') {
      return fail(newest.code, `Your latest such transaction on ${chainId} does not fit. ${newest.detail}`);
    }
    const detail = `No transaction of your wallets on ${chainId} was found. It has to ${sought.asks}.`;
    return fail('TRANSACTION_NOT_FOUND', `${detail} A new one is found some minutes after its block.`);
  }
  if (transactions.length >= MAX_TRANSACTIONS) {
    return fail('TRANSACTION_NOT_FOUND', `Only your latest ${MAX_TRANSACTIONS} transactions were searched. ${nameIt}`);
  }
  const detail = `Not all transactions of your wallets on ${chainId} could be searched yet.`;
  return { kind: 'inconclusive', cause: 'not_ready', code: 'TRANSACTION_NOT_FOUND', detail };
}

function judge(chainId: string, sought: Sought, transaction: ChainTransaction, facts: ChainFacts): Judged {
  const { startsAt, endsAt, wallets } = facts;
  const at = Date.parse(transaction.time);
  if (transaction.code !== 0) {
    return fail('TRANSACTION_FAILED', `The transaction failed on ${chainId} with code ${transaction.code}.`);
  }
  if (startsAt !== null && at < startsAt.getTime()) {
    return fail('TRANSACTION_TOO_EARLY', `Only transactions from ${startsAt.toISOString()} on count.`);
  }
  if (endsAt !== null && at >= endsAt.getTime()) {
    return fail('TRANSACTION_TOO_LATE', `Only transactions before ${endsAt.toISOString()} count.`);
  }
  const { asks, kinds, sum } = sought;
  const own = new Set(wallets.filter((wallet) => wallet.chainId === chainId).map(({ address }) => address));
  const acted = transaction.acts.filter(({ kind, sender }) => kinds.includes(kind) && own.has(sender));
  const fitting = acted.filter((act) => sought.matches(act, own));
  const proven = fitting.filter((act) => sought.isProven?.(act) !== false);
  const isMet = (acts: typeof fitting) => acts.length > 0 && (sum === undefined || isEnough(sum, acts));
  if (isMet(proven)) return { kind: 'pass', subjects: [subjectOf(chainId, transaction)] };
  if (isMet(fitting)) return { kind: 'review', detail: `It has to ${asks}, which no node of ${chainId} proved.` };
  const [code, detail] =
    acted.length === 0
      ? (['TRANSACTION_WRONG_SENDER', `None of your wallets on ${chainId} did it. It has to ${asks}.`] as const)
      : (['TRANSACTION_MISMATCH', `It has to ${asks}.`] as const);
  return transaction.isComplete ? fail(code, detail) : { kind: 'review', detail: `${detail} ${UNREAD}` };
}

const subjectOf = (chainId: string, { hash }: ChainTransaction): Subject => ({
  kind: 'transaction',
  subject: `${chainId}/${hash.toUpperCase()}`,
});

const fail = (code: ErrorCode, detail: string): Extract<Outcome, { kind: 'fail' }> => ({ kind: 'fail', code, detail });
