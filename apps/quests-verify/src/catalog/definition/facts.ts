import type {
  ChainTransaction,
  ChatcommMember,
  ChatcommMessages,
  CodehostStar,
  FileInfo,
  FileType,
  MicroblogAuthorship,
  MicroblogFollow,
  MicroblogLike,
  MicroblogPosts,
  MicroblogProfile,
  readMicroblogPosts,
} from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import type { WalletProof } from '@questp/messages/shared';

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
  issuedAt: Date;
  expiresAt: Date;
  /** The token has completed the quest. */
  used: boolean;
}

/** The facts, by name. */
export interface FactValues {
  wallets: readonly LinkedWallet[];
  /** Account bytes (hex) of the submitted address, if its signature over the server-issued text is valid; else null. */
  signedText: { account: string } | null;
  /** The visit of the submitted token; null: no such visit of this earner and quest. */
  visit: VisitTimes | null;
  chainTransaction: ChainTransaction | null;
  codehostStar: CodehostStar | null;
  microblogFollow: MicroblogFollow | null;
  microblogLike: MicroblogLike | null;
  microblogPosts: MicroblogPosts | null;
  microblogProfile: MicroblogProfile | null;
  /** Null: the earner has linked no account. */
  microblogAuthorship: MicroblogAuthorship | null;
  chatcommMember: ChatcommMember | null;
  chatcommMessages: ChatcommMessages | null;
  /** The files in the inputs, all of types that the quest accepts. */
  evidence: readonly FileInfo[];
}

export type FactName = keyof FactValues;

/** A file in the inputs of an attempt: the pointer to its id and the accepted types. */
export interface EvidenceInput {
  pointer: string;
  fileId: string;
  contentTypes: readonly FileType[];
}

/** Parameters for the source of each fact. */
export interface FactQueries {
  /** At least one linked wallet must be on one of these chains; undefined: any chain. */
  wallets: readonly string[] | undefined;
  signedText: WalletProof;
  visit: { visitToken: string };
  chainTransaction: { chainId: string; txHash: string };
  codehostStar: { repository: string };
  microblogFollow: { handle: string; followedId?: string };
  microblogLike: { postId: string };
  microblogPosts: Omit<RequestOf<typeof readMicroblogPosts>, 'userId' | 'since'>;
  microblogProfile: undefined;
  microblogAuthorship: { postId: string };
  chatcommMember: { guildId: string };
  chatcommMessages: { guildId: string; channelId: string; substring: string | null };
  evidence: readonly EvidenceInput[];
}

/** The queries of a task type for its facts' sources. */
export interface FactsAsked<Config, Inputs> {
  /** Without inputs, since what an earner lacks is shown before an attempt. */
  wallets(config: Config): FactQueries['wallets'];
  signedText(config: Config, inputs: Inputs): FactQueries['signedText'];
  visit(config: Config, inputs: Inputs): FactQueries['visit'];
  chainTransaction(config: Config, inputs: Inputs): FactQueries['chainTransaction'];
  codehostStar(config: Config): FactQueries['codehostStar'];
  microblogFollow(config: Config): FactQueries['microblogFollow'];
  microblogLike(config: Config): FactQueries['microblogLike'];
  microblogPosts(config: Config): FactQueries['microblogPosts'];
  microblogProfile(config: Config): FactQueries['microblogProfile'];
  microblogAuthorship(config: Config, inputs: Inputs): FactQueries['microblogAuthorship'];
  chatcommMember(config: Config): FactQueries['chatcommMember'];
  chatcommMessages(config: Config): FactQueries['chatcommMessages'];
  evidence(config: Config, inputs: Inputs): FactQueries['evidence'];
}

/** What rules read besides the configuration and the inputs. */
export type Facts<Name extends FactName = FactName> = Pick<FactValues, Name> & {
  /** The database clock. */
  now: Date;
  /** Start of the campaign; null: none. */
  startsAt: Date | null;
};

/** Defaults of facts that were not gathered. They prove nothing, so no rule passes by them. */
export const NO_FACTS: FactValues = {
  wallets: [],
  signedText: null,
  visit: null,
  chainTransaction: null,
  codehostStar: null,
  microblogFollow: null,
  microblogLike: null,
  microblogPosts: null,
  microblogProfile: null,
  microblogAuthorship: null,
  chatcommMember: null,
  chatcommMessages: null,
  evidence: [],
};
