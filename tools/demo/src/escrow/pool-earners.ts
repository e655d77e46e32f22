import {
  CODE,
  enterCode,
  inParallel,
  newWallet,
  SECRET_CODE,
  signIn,
  type Gateways,
  type Person,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import type { PoolCampaign } from './pool-campaign.js';

/** Few, so that earners who share a busy machine with the chain are answered within the deadlines of requests. */
const AT_ONCE = 8;

/** Points of the quests. */
const POINTS = [10, 20, 50];

/**
 * Chains of the earners' wallets, in turn. An address on the pool's chain follows from the key of a wallet on another
 * Cosmos chain, but not from one of an Ethereum key, whose earner is not paid.
 */
const WALLETS = ['questp-local-1', 'questp-local-1', 'questp-local-1', 'cosmoshub-4', 'injective-1'];

export interface PoolEarner extends Person {
  /** Whether an address on the pool's chain is known. */
  hasAddress: boolean;
  /** Indexes of the quests that the earner completes, one at least. */
  quests: readonly number[];
}

export function enterAll(gateways: Gateways, count: number): Promise<PoolEarner[]> {
  const numbers = Array.from({ length: count }, (_, index) => index);
  return inParallel(numbers, AT_ONCE, async (number) => {
    const chainId = WALLETS[number % WALLETS.length];
    const person = await signIn(gateways, { wallet: newWallet(chainId) });
    // Each bit of a number from 1 to 7 is a quest.
    const quests = POINTS.flatMap((_, index) => ((((number % 7) + 1) >> index) & 1 ? [index] : []));
    return { ...person, hasAddress: chainId !== 'injective-1', quests };
  });
}

export const pointsOf = ({ quests }: PoolEarner): number =>
  quests.reduce((sum, index) => sum + (POINTS[index] ?? 0), 0);

/** Publishes the quests and starts the campaign; returns the ids of the quests. */
export async function openQuests({ studio }: PoolCampaign): Promise<string[]> {
  const ids: string[] = [];
  for (const points of POINTS) ids.push((await studio.quest('engagement_secret_code', SECRET_CODE, { points })).id);
  await unwrap(studio.activate());
  return ids;
}

/** Every earner completes the quests that are theirs. */
export async function playAll(earners: readonly PoolEarner[], questIds: readonly string[]): Promise<void> {
  await inParallel(earners, AT_ONCE, async (earner) => {
    for (const index of earner.quests) await unwrap(enterCode(earner, questIds[index] ?? '', CODE));
  });
}
