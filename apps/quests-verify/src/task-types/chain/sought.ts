import type { ChainAct, ChainActKind, Coin } from '@questp/messages/integrations';

/** What completes an on-chain quest, within one transaction. */
export interface Sought {
  kinds: readonly [ChainActKind, ...ChainActKind[]];
  /** Completes "It has to ...". */
  asks: string;
  /** True for an act that counts. @param own addresses of the earner on the chain */
  matches(act: ChainAct, own: ReadonlySet<string>): boolean;
  /** False: a node did not prove what the quest requires of an act that matches otherwise; a reviewer decides. */
  isProven?(act: ChainAct): boolean;
  /** What the acts that count have to reach together, in one denomination. */
  sum?: { of: (act: ChainAct) => readonly Coin[]; atLeast: string };
}

/** The coins given in one denomination; undefined: in any. */
export const coinsIn =
  (denom: string | undefined) =>
  ({ amounts = [] }: ChainAct): readonly Coin[] =>
    amounts.filter((coin) => denom === undefined || coin.denom === denom);

/** True for what a quest leaves open, and for the value that it names. */
export const isAs = <Value>(named: Value | undefined, value: Value | undefined): boolean =>
  named === undefined || named === value;

/** True if an amount of one denomination reaches the least. */
export function isEnough({ of, atLeast }: NonNullable<Sought['sum']>, acts: readonly ChainAct[]): boolean {
  const sums = new Map<string, bigint>();
  for (const { denom, amount } of acts.flatMap(of)) sums.set(denom, (sums.get(denom) ?? 0n) + BigInt(amount));
  return [...sums.values()].some((sum) => sum >= BigInt(atLeast));
}
