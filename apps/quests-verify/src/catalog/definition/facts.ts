import {
  type ChainActKind,
  type ChainTransaction,
  type EvidenceFile,
  type FactContract,
  type FileType,
  type MicroblogSpaceReport,
  type PageOutcome,
  type ProjectCheck,
  type ProjectEndpoint,
  readChainTransactions,
  readChatcommMember,
  readChatcommMessages,
  readCodehostCommits,
  readCodehostFork,
  readCodehostIssues,
  readCodehostPulls,
  readCodehostStar,
  readLaunchsiteComment,
  readLaunchsiteVote,
  readMicroblogAuthorship,
  readMicroblogFollow,
  readMicroblogLike,
  readMicroblogPosts,
  readMicroblogProfile,
  readPhotositeFollow,
  readMicroblogStage,
  readVideositeComment,
  readVideositeLike,
  readVideositeSubscription,
  readMessengerMember,
  readMessengerStart,
} from '@questp/messages/integrations';
import type { ErrorCode, ReplyOf, RequestOf, Timestamp } from '@questp/messages/language';
import type { DrawState } from '@questp/messages/quests';
import type { WalletProof } from '@questp/messages/shared';
import type { EarnerIdentity } from './earner-identity.js';
import type { Subject } from './outcome.js';

/**
 * A wallet linked to the earner's account: the bare chain id, the address as the chain writes it, and its bytes in hex.
 */
export interface LinkedWallet {
  chainId: string;
  address: string;
  account: string;
}

/** Times of a visit token. */
export interface VisitTimes {
  issuedAt: Timestamp;
  expiresAt: Timestamp;
  /** The token has completed the quest. */
  used: boolean;
}

/** A draw, as an entry of the earner for the period sees it. */
export interface DrawFact {
  state: DrawState;
  /** The earner has entered, and waits for the draw. */
  isWaiting: boolean;
  /** The entry is in the list. */
  isListed: boolean;
  /** Null: none, or not drawn. */
  prize: { id: string; name: string; points: number } | null;
}

/** When an invited earner counts for a quest: all of it is met in the campaign. */
export interface ReferralCondition {
  minCompletions: number;
  minPoints: number;
  requiredQuestId?: string;
}

/** How integrations reads a fact of a third party. */
export interface ThirdPartyFact {
  contract: FactContract;
  /** Error code of a check whose object does not exist yet; CHECK_UNAVAILABLE by default. */
  notYet?: ErrorCode;
  /** The rule decides without it where no account is linked or the platform is not set up. */
  optional?: true;
}

/** By the name of the fact. */
export const THIRD_PARTY_FACTS = {
  chainTransactions: { contract: readChainTransactions, notYet: 'TRANSACTION_NOT_FOUND' },
  chatcommMember: { contract: readChatcommMember },
  chatcommMessages: { contract: readChatcommMessages },
  codehostCommits: { contract: readCodehostCommits },
  codehostFork: { contract: readCodehostFork },
  codehostIssues: { contract: readCodehostIssues },
  codehostPulls: { contract: readCodehostPulls },
  codehostStar: { contract: readCodehostStar },
  launchsiteComment: { contract: readLaunchsiteComment },
  launchsiteVote: { contract: readLaunchsiteVote },
  messengerMember: { contract: readMessengerMember, notYet: 'ACTION_NOT_FOUND' },
  messengerStart: { contract: readMessengerStart, notYet: 'ACTION_NOT_FOUND' },
  microblogAuthorship: { contract: readMicroblogAuthorship, optional: true },
  microblogFollow: { contract: readMicroblogFollow },
  microblogLike: { contract: readMicroblogLike },
  microblogPosts: { contract: readMicroblogPosts },
  microblogProfile: { contract: readMicroblogProfile },
  photositeFollow: { contract: readPhotositeFollow },
  microblogStage: { contract: readMicroblogStage },
  videositeComment: { contract: readVideositeComment },
  videositeLike: { contract: readVideositeLike },
  videositeSubscription: { contract: readVideositeSubscription },
} satisfies Record<string, ThirdPartyFact>;

/** True for a fact that a quest with the method `manual` does without: it is not read, and a reviewer decides. */
export const isReplacedByReview = (name: string): boolean =>
  name === 'projectCheck' ||
  (name in THIRD_PARTY_FACTS && !('optional' in THIRD_PARTY_FACTS[name as ThirdPartyFactName]));

type ThirdPartyFacts = typeof THIRD_PARTY_FACTS;
export type ThirdPartyFactName = keyof ThirdPartyFacts;

/** Null: it was not read. */
type ThirdPartyValues = { [Name in ThirdPartyFactName]: ReplyOf<ThirdPartyFacts[Name]['contract']>['value'] };

/** The source adds the earner, the earner's addresses and the start of the campaign. */
type ThirdPartyQueries = {
  [Name in ThirdPartyFactName]: Omit<
    RequestOf<ThirdPartyFacts[Name]['contract']>,
    'userId' | 'projectId' | 'questId' | 'since' | 'periodFrom' | 'senders' | 'payer'
  >;
};

/**
 * The facts, by name. They are plain JSON, because the receipt of a check contains them and the rule is applied to them
 * again.
 */
export interface FactValues extends ThirdPartyValues {
  wallets: readonly LinkedWallet[];
  /** Account bytes (hex) of the submitted address, if its signature over the server-issued text is valid; else null. */
  signedText: { account: string } | null;
  /** The visit of the submitted token; null: no such visit of this earner and quest. */
  visit: VisitTimes | null;
  /** The page at the submitted address, and whether it has the code of the earner; null: no address. */
  submittedPage: { outcome: PageOutcome; status: number | null; hasCode: boolean } | null;
  /** The code of the earner in the quest; null: it was not gathered. */
  earnerCode: string | null;
  /** A verified e-mail address: its hash for the quest, and its domain; null: the account has none. */
  verifiedEmail: { address: string; domain: string } | null;
  /** The invited earners who count; null: it was not gathered. */
  referrals: { counted: number } | null;
  /** Null: it was not gathered. */
  microblogSpace: MicroblogSpaceReport | null;
  /** Null: the quest has no draw yet. */
  draw: DrawFact | null;
  /** The answer of the project's endpoint, with what proves the completion; null: it was not asked. */
  projectCheck: (ProjectCheck & { subjects: readonly Subject[] }) | null;
  /** The transaction of a credit with what its sender did later; null: it was not gathered. */
  laterActs: LaterActs | null;
  /** The files in the inputs, all of types that the quest accepts. */
  evidence: readonly Omit<EvidenceFile, 'url'>[];
}

/** A transaction, and the later ones of its sender that could take back what it did. */
export interface LaterActs {
  transaction: ChainTransaction;
  /** The earner's addresses among its senders. */
  senders: readonly string[];
  later: readonly ChainTransaction[];
  /** False: there may be more than `later`. */
  isComplete: boolean;
}

export type FactName = keyof FactValues;

/** A transaction of a chain, and the acts that could take back what it did. */
export interface LaterActsQuery {
  chainId: string;
  txHash: string;
  /** Account bytes (hex) of the earner's wallets; one of them sent the transaction. */
  accounts: readonly string[];
  done: readonly ChainActKind[];
  undoing: readonly ChainActKind[];
}

/** A file in the inputs of an attempt: the pointer to its id and the accepted types. */
export interface EvidenceInput {
  pointer: string;
  fileId: string;
  contentTypes: readonly FileType[];
}

/** Which linked wallets count. */
export interface WalletsAsked {
  /** At least one wallet must be on one of these chains; undefined: any chain. */
  on: readonly string[] | undefined;
  /** Addresses on these chains that have the key of a linked wallet count as well. */
  isDerivedToo?: true;
}

/** Parameters for the source of each fact. */
export interface FactQueries extends ThirdPartyQueries {
  wallets: WalletsAsked;
  signedText: WalletProof;
  visit: { visitToken: string };
  submittedPage: { url: string | null };
  earnerCode: object;
  /** The mailed code; null: the address of the account. */
  verifiedEmail: { code: string | null };
  referrals: ReferralCondition;
  microblogSpace: { spaceId: string };
  draw: Record<string, never>;
  projectCheck: { endpoint: ProjectEndpoint; identities: readonly EarnerIdentity[]; chainIds?: readonly string[] };
  laterActs: LaterActsQuery;
  evidence: readonly EvidenceInput[];
}

/** The queries of a task type for its facts' sources. */
export type FactsAsked<Config, Inputs> = {
  [Name in Exclude<FactName, 'wallets'>]: (config: Config, inputs: Inputs) => FactQueries[Name];
} & {
  /** Without inputs, because missing wallets are shown before an attempt. */
  wallets: (config: Config) => FactQueries['wallets'];
};

/** What rules read besides the configuration and the inputs. */
export type Facts<Name extends FactName = FactName> = Pick<FactValues, Name> & {
  /** The database clock. */
  now: Date;
  /** Acts count from then on: the start of the campaign or, if it is later, of the period; null: always. */
  startsAt: Date | null;
  /** Acts count until then: the end of the campaign or, if it is earlier, of the period; null: always. */
  endsAt: Date | null;
};

/** Defaults of facts that were not gathered. They prove nothing, so no rule passes by them. */
export const NO_FACTS: FactValues = {
  wallets: [],
  signedText: null,
  visit: null,
  submittedPage: null,
  earnerCode: null,
  verifiedEmail: null,
  referrals: null,
  microblogSpace: null,
  draw: null,
  projectCheck: null,
  laterActs: null,
  evidence: [],
  ...(Object.fromEntries(Object.keys(THIRD_PARTY_FACTS).map((name) => [name, null])) as Record<
    ThirdPartyFactName,
    null
  >),
};
