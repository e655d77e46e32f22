import {
  submitQuest,
  type Contract,
  type FactContract,
  type FieldError,
  type Period,
  type QuestCategory,
  type VerificationMethod,
} from '@questp/messages';
import type { EvidenceInput, FactName, Facts } from './facts.js';
import type { JsonObject, JsonSchema } from './json-schema.js';
import type { Outcome } from './outcome.js';

/** A quest's configuration, kept apart: earners and the studio see `publicConfig` alone, rules see both merged. */
export interface SplitConfig {
  publicConfig: JsonObject;
  verificationConfig: JsonObject;
}

export interface Target {
  /** Of the member that names it. */
  pointer: string;
  contract: FactContract;
  ask(config: JsonObject): object;
  resolved(config: JsonObject, value: object): JsonObject;
}

interface Definition {
  /** Spec 2.4; never renamed. */
  id: string;
  name: string;
  category: QuestCategory;
  /** The Auto column of spec 2.4. */
  automation: { level: 'automatic' | 'semi' | 'manual' | 'review'; hint?: string };
  /** Methods a quest of this type can choose from; the first is the default. */
  methods: readonly [VerificationMethod, ...VerificationMethod[]];
  /** Periods a quest of this type can choose from. */
  periods: readonly Period['kind'][];
  /** JSON Schema 2020-12 of the configuration as the studio sends it. */
  configSchema: JsonSchema;
  /** JSON Schema 2020-12 of what the earner submits. */
  inputSchema: JsonSchema;
  /** Inputs that are never stored, shown or exported. */
  redactedInputs?: readonly string[];
  /** What the schema cannot say; runs on a configuration that fits it. */
  checkConfig?(config: JsonObject): FieldError[];
  /** What the schema cannot say; runs on inputs that fit it. */
  checkInputs?(config: JsonObject, inputs: JsonObject): FieldError[];
  /** What the configuration names at a third party: it is looked up when the team stores it. */
  target?: Target;
  /** Absent: nothing in the configuration is secret. Merging both parts gives the configuration back. */
  splitConfig?(config: JsonObject): SplitConfig;
  /** Fills the secrets an update leaves out with the stored ones. Goes with `splitConfig`. */
  keepSecrets?(config: JsonObject, verificationConfig: JsonObject): JsonObject;
}

/** A type that cannot be chosen yet, and why. */
export interface UnavailableTaskType extends Definition {
  available: false;
  unavailableReason: string;
}

/** A type whose attempts one rule decides, from facts that were gathered before. */
export interface AvailableTaskType extends Definition {
  available: true;
  /** The contract that completes it; submitQuest by default. */
  via?: Contract;
  facts: readonly FactName[];
  /** Counts the changes of `rule`; 1 by default. */
  ruleVersion?: number;
  /** How long a pending submission is checked again, in hours; 24 by default. */
  pendingHours?: number;
  /** Chains of which a linked wallet has to be before anything is handed in; undefined: any. Goes with the fact `wallets`. */
  walletChains?(config: JsonObject): readonly string[] | undefined;
  /** The files among inputs that fit; none by default. Goes with the fact `evidence`. */
  evidence?(config: JsonObject, inputs: JsonObject): EvidenceInput[];
  /**
   * Pure: the same configuration, inputs and facts always come out the same.
   * @param config public and verification configuration merged
   */
  rule(config: JsonObject, inputs: JsonObject, facts: Facts): Outcome;
  exampleConfig: JsonObject;
  exampleInputs: JsonObject;
}

/** One entry of the catalog. */
export type TaskType = UnavailableTaskType | AvailableTaskType;

/** The contract that completes quests of the type. */
export const viaOf = (type: AvailableTaskType): Contract => type.via ?? submitQuest;

/** @throws Error for a type whose verification still misses something: no quest of it is published */
export function availableType(type: TaskType): AvailableTaskType {
  if (!type.available) throw new Error(`The verification of ${type.id} is not complete`);
  return type;
}

export const ONCE = ['once'] as const;
export const ANY_PERIOD = ['once', 'daily', 'interval'] as const;

/** Marks a type whose verification still misses something. @param missing completes "It needs ..." */
export function unavailable(missing: string): { available: false; unavailableReason: string } {
  return { available: false, unavailableReason: `Not available yet: it needs ${missing}.` };
}
