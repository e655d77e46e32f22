import type { ChainAct, ChainActKind } from '@questp/messages/integrations';
import { toAddress } from '@questp/messages/language';
import type { Facts, LaterActs } from '../../../catalog/definition/facts.js';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import type { Credited } from '../../../catalog/definition/task-type.js';

/** Returns the reason why the credited act no longer stands, for the earner; null: it stands. */
type Undone<Config> = (config: Config, acts: LaterActs) => string | null;

/**
 * The check after a credit of a type that a transaction completes.
 * @param done the acts that complete quests of the type
 * @param undoing the acts that take them back
 */
const checkedLater = <Config extends { chainId: string }>(
  done: readonly ChainActKind[],
  undoing: readonly ChainActKind[],
  undone: Undone<Config>,
) => ({
  facts: {
    laterActs: ({ chainId }: Config, credited: Credited) => ({ chainId, ...credited, done, undoing }),
  },
  rule: (config: Config, _: Credited, { laterActs }: Pick<Facts, 'laterActs'>): Outcome => {
    if (laterActs === null || !laterActs.isComplete || laterActs.senders.length === 0) {
      return {
        kind: 'inconclusive',
        cause: 'not_ready',
        code: 'CHECK_UNAVAILABLE',
        detail: `${config.chainId} did not show everything that the wallet did later.`,
      };
    }
    const detail = undone(config, laterActs);
    return detail === null ? { kind: 'pass' } : { kind: 'fail', code: 'TRANSACTION_MISMATCH', detail };
  },
});

type Staking = { chainId: string; validatorAddress?: string; minAmount?: string };

/** Delegated since the transaction, whatever was delegated before; between validators where the quest names none. */
export const afterStaking = checkedLater<Staking>(
  ['delegate', 'redelegate'],
  ['undelegate', 'cancel_unbonding'],
  ({ validatorAddress, minAmount }, acts) => {
    const fits = (validator: string | undefined) => isNamed(validatorAddress, validator);
    const delegated = sum(actsOf(acts), (act) => {
      if (act.kind === 'redelegate') return Number(fits(act.validator)) - Number(fits(act.sourceValidator));
      if (!fits(act.validator)) return 0;
      return act.kind === 'undelegate' ? -1 : 1;
    });
    return delegated >= least(minAmount) ? null : `The delegation was taken back: ${delegated} of it is left.`;
  },
);

/** The unbonding of the transaction was not cancelled, which would delegate the coins again. */
export const afterUnstaking = checkedLater<Staking & { action?: string }>(
  ['undelegate', 'redelegate'],
  ['cancel_unbonding'],
  ({ validatorAddress, minAmount, action }, acts) => {
    const released = sum(actsOf(acts), (act) => {
      if (act.kind === 'redelegate') {
        return Number(action !== 'undelegate' && isNamed(validatorAddress, act.sourceValidator));
      }
      if (action === 'redelegate' || !isNamed(validatorAddress, act.validator)) return 0;
      return act.kind === 'cancel_unbonding' ? -1 : 1;
    });
    return released >= least(minAmount) ? null : `The unbonding was cancelled: ${released} of it is left.`;
  },
);

/** The last vote of each wallet counts. */
export const afterVoting = checkedLater<{ chainId: string; proposalId?: string; option?: string }>(
  ['vote'],
  [],
  ({ proposalId, option }, acts) => {
    if (option === undefined) return null;
    const voted = acts.transaction.acts.filter((act) => isOwn(acts, act) && isNamed(proposalId, act.proposalId));
    const stands = voted.some((vote) => {
      const last = actsOf(acts)
        .filter(({ sender, proposalId: on }) => sender === vote.sender && on === vote.proposalId)
        .at(-1);
      return (last?.options as readonly string[] | undefined)?.includes(option) === true;
    });
    return stands ? null : `The vote was changed; it is not ${option} any more.`;
  },
);

export const afterProposing = checkedLater(['proposal'], ['cancel_proposal'], (_, acts) => {
  const submitted = acts.transaction.acts.filter((act) => act.kind === 'proposal' && isOwn(acts, act));
  const cancelled = new Set(
    actsOf(acts)
      .filter(({ kind }) => kind === 'cancel_proposal')
      .map(({ proposalId }) => proposalId),
  );
  return submitted.some(({ proposalId }) => !cancelled.has(proposalId)) ? null : 'The proposal was cancelled.';
});

/** Coins that were sent and not refunded after a timeout or an error on the other chain. */
export const afterBridging = checkedLater<{
  chainId: string;
  destinationChainId: string;
  denom?: string;
  minAmount?: string;
}>(['ibc_transfer'], ['ibc_refund'], ({ destinationChainId, denom, minAmount }, acts) => {
  const refunded = new Set(acts.later.flatMap((transaction) => transaction.acts).map(packetOf));
  const sent = acts.transaction.acts.filter(
    (act) => isOwn(acts, act) && act.destinationChainId === destinationChainId && !refunded.has(packetOf(act)),
  );
  const left = sum(sent, () => 1, denom);
  return left >= least(minAmount) ? null : 'The transfer did not arrive: its coins came back.';
});

const packetOf = ({ channel, sequence }: ChainAct): string => `${channel}/${sequence}`;

const least = (minAmount = '1'): bigint => BigInt(minAmount);

const isNamed = (named: string | undefined, is: string | undefined): boolean =>
  named === undefined || toAddress(named) === is;

const isOwn = ({ senders }: LaterActs, { sender }: ChainAct): boolean => senders.includes(sender);

/** The acts of the earner from the transaction on, in their order. */
const actsOf = (acts: LaterActs): ChainAct[] =>
  [acts.transaction, ...acts.later.toSorted((left, right) => left.height - right.height)]
    .flatMap((transaction) => transaction.acts)
    .filter((act) => isOwn(acts, act));

/** The sum of the coins, with the sign that each act has. */
const sum = (acts: readonly ChainAct[], signOf: (act: ChainAct) => number, denom?: string): bigint =>
  acts.reduce((total, act) => {
    const coins = (act.amounts ?? []).filter((coin) => denom === undefined || coin.denom === denom);
    return total + BigInt(signOf(act)) * coins.reduce((all, { amount }) => all + BigInt(amount), 0n);
  }, 0n);
