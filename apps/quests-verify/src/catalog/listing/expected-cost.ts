import { microsOf, toUsd, type FactCost } from '@questp/messages/integrations';
import type { ExpectedCost } from '@questp/messages/quests';
import { THIRD_PARTY_FACTS, type ThirdPartyFact } from '../definition/facts.js';
import type { TaskType } from '../definition/task-type.js';

const FACTS: Readonly<Record<string, ThirdPartyFact>> = THIRD_PARTY_FACTS;

/** What a completion of the type costs, by the costs of the facts that its rule reads; null: nothing. */
export function expectedCost(type: TaskType): ExpectedCost | null {
  const names = type.available ? Object.keys(type.facts) : [];
  const costs = names.flatMap((name) => FACTS[name]?.contract.cost ?? []);
  const sum = (of: (cost: FactCost) => number) => costs.reduce((total, cost) => total + of(cost), 0);
  const [usualRequests, mostRequests] = [sum(({ requests }) => requests.usual), sum(({ requests }) => requests.most)];
  if (mostRequests === 0) return null;
  const usd = (level: 'usual' | 'most') =>
    toUsd(sum((cost) => cost.requests[level] * microsOf(cost, cost.price?.resources[level] ?? 0)));
  return { usualRequests, mostRequests, usualUsd: usd('usual'), mostUsd: usd('most') };
}
