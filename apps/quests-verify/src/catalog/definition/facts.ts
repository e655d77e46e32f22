import type { ChainTransaction, FileInfo } from '@questp/messages';
import type { EarnerAndQuest } from '../../verification/entry/quest-entry.js';
import type { JsonObject } from './task-type.js';
import type { Missing } from './outcome.js';

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
  /** The files among the inputs, all of them types that the quest takes. */
  evidence: readonly FileInfo[];
}

export type FactName = keyof FactValues;

/** Everything rules may look at besides configuration and inputs. */
export interface Facts extends FactValues {
  /** The database clock. */
  now: Date;
  /** Of the campaign; null: it has no start of its own. */
  startsAt: Date | null;
}

/** Facts that prove nothing: one that nobody gathered never lets a rule pass. */
export const NO_FACTS: FactValues = {
  wallets: [],
  signedText: null,
  visit: null,
  chainTransaction: null,
  evidence: [],
};

export interface FactRequest extends EarnerAndQuest {
  projectId: string;
  taskTypeId: string;
  config: JsonObject;
  inputs: JsonObject;
}

/** `shown` is what the record of the check shows of the value: no secrets. */
export type Gathered<Name extends FactName> = { kind: 'fact'; value: FactValues[Name]; shown: unknown } | Missing;

/** Tells one kind of fact. Asked outside of any transaction; what does not answer before `signal` is unavailable. */
export interface FactSource<Name extends FactName = FactName> {
  readonly name: Name;
  /** Asking uses something up, so it is asked last, when all others answered, and never again for the same inputs. */
  readonly spends?: true;
  /** Reviewers decide by what it tells: without it an attempt is refused, whatever the method, and nothing is recorded. */
  readonly required?: true;
  gather(request: FactRequest, signal: AbortSignal): Promise<Gathered<Name>>;
}
