import type { FieldError, Period, QuestCategory, VerificationMethod } from '@questp/messages';
import type { Facts, Outcome } from '../rules/outcome.js';
import type { JsonSchema } from './json-schema.js';

export type JsonObject = Record<string, unknown>;

/** How an earner completes a quest: by plain submission of inputs, or by the endpoints of its own. */
export type CompletedBy = 'submission' | 'quiz' | 'secret_code' | 'daily_checkin' | 'visit' | 'attestation';

/** What a rule needs to know besides configuration and inputs; see Facts. */
export type FactName = 'wallets' | 'walletProven' | 'visit';

/** A quest's configuration, kept apart: earners and the studio see `publicConfig` alone, rules see both merged. */
export interface SplitConfig {
  publicConfig: JsonObject;
  verificationConfig: JsonObject;
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

interface Examples {
  available: true;
  exampleConfig: JsonObject;
  exampleInputs: JsonObject;
}

/** Attempts at a quiz are scored and counted by the quiz feature. */
export interface QuizTaskType extends Definition, Examples {
  completedBy: 'quiz';
}

/** A type whose single attempt one rule decides. */
export interface RuledTaskType extends Definition, Examples {
  completedBy: Exclude<CompletedBy, 'quiz'>;
  facts: readonly FactName[];
  /** @param config public and verification configuration merged */
  rule(config: JsonObject, inputs: JsonObject, facts: Facts): Outcome;
}

/** One entry of the catalog. */
export type TaskType = UnavailableTaskType | QuizTaskType | RuledTaskType;

export const ONCE = ['once'] as const;
export const ANY_PERIOD = ['once', 'daily', 'interval'] as const;

/** Marks a type whose verification still misses something. @param missing completes "It needs ..." */
export function unavailable(missing: string): { available: false; unavailableReason: string } {
  return { available: false, unavailableReason: `Not available yet: it needs ${missing}.` };
}
