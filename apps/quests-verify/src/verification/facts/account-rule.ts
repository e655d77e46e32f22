import { accountProblem, type FactContract } from '@questp/messages/integrations';
import type { VerificationMethod } from '@questp/messages/quests';
import type { LinkedAccountProvider } from '@questp/messages/shared';
import {
  isReplacedByReview,
  THIRD_PARTY_FACTS,
  type FactName,
  type ThirdPartyFact,
  type ThirdPartyFactName,
} from '../../catalog/definition/facts.js';
import type { AccountProblem } from '../../catalog/definition/outcome.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';

/** The linked account of an earner. */
export interface AccountLink {
  provider: LinkedAccountProvider;
  relinkNeeded: boolean;
  /** The connection of the project does not know it. */
  isUnknown?: boolean;
}

/** The facts that are read for an attempt. */
export const factsRead = (type: AvailableTaskType, method: VerificationMethod): FactName[] =>
  (Object.keys(type.facts) as FactName[]).filter((name) => method !== 'manual' || !isReplacedByReview(name));

/** The error code of a fact that was not read for lack of an account. */
export const ACCOUNT_PROBLEMS = {
  not_linked: 'NOT_LINKED',
  relink: 'ACCOUNT_RELINK_NEEDED',
} as const satisfies Record<string, AccountProblem>;

/** The first account without which the earner's attempt is refused; undefined: none is missing. */
export function missingAccount(
  type: AvailableTaskType,
  method: VerificationMethod,
  links: readonly AccountLink[],
): { code: AccountProblem; account: LinkedAccountProvider } | undefined {
  for (const { account } of neededFacts(type, method)) {
    const problem =
      account &&
      accountProblem(
        account,
        links.find(({ provider }) => provider === account.provider),
      );
    if (account && problem) return { code: ACCOUNT_PROBLEMS[problem], account: account.provider };
  }
  return undefined;
}

const neededFacts = (type: AvailableTaskType, method: VerificationMethod): FactContract[] =>
  factsRead(type, method).flatMap((name) => {
    if (!isThirdParty(name)) return [];
    const { contract, optional }: ThirdPartyFact = THIRD_PARTY_FACTS[name];
    return optional ? [] : [contract];
  });

const isThirdParty = (name: FactName): name is ThirdPartyFactName => name in THIRD_PARTY_FACTS;
