import { createHash } from 'node:crypto';
import { accountProblem } from '@questp/messages/integrations';
import type { LinkedWallet } from '../../catalog/definition/facts.js';
import type { EarnerIdentity } from '../../catalog/definition/earner-identity.js';
import type { Missing, Subject } from '../../catalog/definition/outcome.js';
import { ACCOUNT_PROBLEMS, type AccountLink } from '../../verification/facts/account-rule.js';
import { fittingWallets, noWallet } from '../../verification/facts/wallet-rule.js';

/** The identities that a quest sends of its earners. */
export interface AskedIdentities {
  identities: readonly EarnerIdentity[];
  chainIds?: readonly string[] | undefined;
}

/** The identities of an earner, as far as they were read. */
export interface KnownIdentities {
  wallets: readonly LinkedWallet[];
  links: readonly AccountLink[];
  /** Undefined: it was not read. */
  email?: string | null;
}

type Lacked = Extract<Missing, { kind: 'relink' }>;

/** The first identity that the quest sends and the earner lacks; undefined: none. */
export function missingIdentity({ identities, chainIds }: AskedIdentities, known: KnownIdentities): Lacked | undefined {
  for (const identity of identities) {
    const missing = lacked(identity, chainIds, known);
    if (missing !== undefined) return missing;
  }
  return undefined;
}

function lacked(
  identity: EarnerIdentity,
  chainIds: readonly string[] | undefined,
  { wallets, links, email }: KnownIdentities,
): Lacked | undefined {
  switch (identity) {
    case 'wallet':
      return fittingWallets(chainIds, wallets).length > 0 ? undefined : { kind: 'relink', ...noWallet(chainIds) };
    case 'email':
    case 'email_hash':
      return email === null ? { kind: 'relink', code: 'EMAIL_MISSING', detail: 'Link an e-mail address.' } : undefined;
    default: {
      // Its id, which a link keeps after the consent has ended.
      const link = links.find(({ provider }) => provider === identity);
      const problem = accountProblem({ provider: identity, byId: true }, link);
      const detail = 'Link your account of the platform.';
      return problem && { kind: 'relink', code: ACCOUNT_PROBLEMS[problem], account: identity, detail };
    }
  }
}

/** The subjects of the first identity that the quest names; they complete the quest for one account alone. */
export function identitySubjects(
  { identities: [first], chainIds }: AskedIdentities,
  {
    wallets,
    accounts,
    email,
  }: {
    wallets: readonly LinkedWallet[];
    accounts: readonly { provider: string; accountId: string }[];
    email: string | null;
  },
): Subject[] {
  switch (first) {
    case undefined:
      return [];
    case 'wallet':
      return fittingWallets(chainIds, wallets).map(({ account }) => ({ kind: 'wallet', subject: account }));
    case 'email':
    case 'email_hash':
      return email === null ? [] : [{ kind: 'account', subject: `email/${emailHash(email)}` }];
    default:
      return accounts
        .filter(({ provider }) => provider === first)
        .map(({ accountId }) => ({ kind: 'account', subject: `${first}/${accountId}` }));
  }
}

/** SHA-256 of the lower-case address, in hex. */
export const emailHash = (email: string): string => createHash('sha256').update(email.toLowerCase()).digest('hex');
