import type { ChainTransaction, CodehostStar, FileInfo, FileType } from '@questp/messages/integrations';
import type { WalletProof } from '@questp/messages/shared';

/** A wallet linked to the earner's account: the bare chain id, the address as the chain writes it, and its bytes in hex. */
export interface LinkedWallet {
  chainId: string;
  address: string;
  account: string;
}

/** The life of one visit token. */
export interface VisitTimes {
  issuedAt: Date;
  expiresAt: Date;
  /** It has completed the quest. */
  used: boolean;
}

/** What the sources of facts tell, by name. */
export interface FactValues {
  wallets: readonly LinkedWallet[];
  /** Account bytes (hex) behind the submitted address, proven over the server-issued text; null: not proven. */
  signedText: { account: string } | null;
  /** The visit the submitted token stands for; null: no such visit of this earner and quest. */
  visit: VisitTimes | null;
  chainTransaction: ChainTransaction | null;
  codehostStar: CodehostStar | null;
  /** The files among the inputs, all of them types that the quest takes. */
  evidence: readonly FileInfo[];
}

export type FactName = keyof FactValues;

/** A file among the inputs of an attempt: where its id stands in them, and what it may be. */
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
  evidence: readonly EvidenceInput[];
}

/** What a task type asks the sources for, by fact. */
export interface FactsAsked<Config, Inputs> {
  /** Without inputs: what an earner lacks is shown before anything is handed in. */
  wallets(config: Config): FactQueries['wallets'];
  signedText(config: Config, inputs: Inputs): FactQueries['signedText'];
  visit(config: Config, inputs: Inputs): FactQueries['visit'];
  chainTransaction(config: Config, inputs: Inputs): FactQueries['chainTransaction'];
  codehostStar(config: Config): FactQueries['codehostStar'];
  evidence(config: Config, inputs: Inputs): FactQueries['evidence'];
}

/** Inputs of rules besides configuration and inputs of the earner. */
export type Facts<Name extends FactName = FactName> = Pick<FactValues, Name> & {
  /** The database clock. */
  now: Date;
  /** Of the campaign; null: it has no start of its own. */
  startsAt: Date | null;
};

/** Facts that prove nothing: one that nobody gathered never lets a rule pass. */
export const NO_FACTS: FactValues = {
  wallets: [],
  signedText: null,
  visit: null,
  chainTransaction: null,
  codehostStar: null,
  evidence: [],
};
