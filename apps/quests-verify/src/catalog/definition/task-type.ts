import type { FactContract } from '@questp/messages/integrations';
import type { Contract, FieldError } from '@questp/messages/language';
import { submitQuest, type QuestCategory, type VerificationMethod } from '@questp/messages/quests';
import type { Period } from '@questp/messages/shared';
import type { FactName, FactQueries, Facts, FactsAsked, FactValues } from './facts.js';
import type { JsonObject, JsonSchema } from './json-schema.js';
import type { Outcome } from './outcome.js';

/**
 * The two stored parts of a quest's configuration: earners and the studio see `publicConfig` only, rules see both
 * merged.
 */
export interface SplitConfig {
  publicConfig: JsonObject;
  verificationConfig: JsonObject;
}

export interface Target<Config = JsonObject> {
  /** Pointer to the member that names it. */
  pointer: string;
  contract: FactContract;
  /** The member that has the id of the target, by which it is found again when it was renamed. */
  id?: string;
  /**
   * Undefined: this configuration names none.
   * @param projectId of the quest
   * @param id of the target that the configuration named before by the same name
   */
  ask(config: Config, projectId: string, id?: string): object | undefined;
  resolved(config: Config, value: object): JsonObject;
  /** The quest can be checked, or reviewed, without the look-up where the platform is not set up for it. */
  isOptional?(config: Config): boolean;
  /** Further rules for a configuration whose target exists. */
  errors?(config: Config, value: object): FieldError[];
  /** What the facts of a check say of the target that the configuration does not; undefined: nothing. */
  renamed?(config: Config, facts: FactValues): Renamed | undefined;
}

/** The target of a quest has another name than when it was looked up. */
export interface Renamed {
  /** Members of the configuration with their present values. */
  members: JsonObject;
  from: string;
  to: string;
}

interface Definition<Config, Inputs> {
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
  /**
   * What limits the completions of a quest when all its entries are decided at once. Such a quest has no
   * `maxCompletions`, and its rules stay fixed after the first entry.
   */
  limitedBy?: string;
  /** The configuration as the studio sends it. */
  config: JsonSchema<Config>;
  /** What the earner submits. */
  inputs: JsonSchema<Inputs>;
  /** Inputs that show a reviewer the work: none of these types enters review without one of them. */
  proof?: readonly (keyof NoInfer<Inputs> & string)[];
  /** Several earners can hand in one link, as the work has none of its own: a reviewer sees it, but it is not reserved. */
  sharesLinks?: true;
  /** Inputs that are never stored, shown or exported. */
  redactedInputs?: readonly (keyof NoInfer<Inputs> & string)[];
  /** Further rules for a configuration that fits the schema. */
  checkConfig?(config: NoInfer<Config>, method: VerificationMethod): FieldError[];
  /** Further rules for inputs that fit the schema. */
  checkInputs?(config: NoInfer<Config>, inputs: NoInfer<Inputs>, method: VerificationMethod): FieldError[];
  /** The object of a third party that the configuration names; looked up when a team stores the quest. */
  target?: Target<NoInfer<Config>>;
}

/** A type that new quests cannot use yet, with the reason. */
export interface UnavailableTaskType<Config = JsonObject, Inputs = JsonObject> extends Definition<Config, Inputs> {
  available: false;
  unavailableReason: string;
}

interface CheckedBy<Config, Inputs> extends Definition<Config, Inputs> {
  available: true;
  /** The contract that completes quests of the type; submitQuest by default. */
  completedBy?: Contract;
  /** Counts the changes of `rule`; 1 by default. */
  ruleVersion?: number;
  /** How long a pending submission is checked again, in hours; 24 by default. */
  pendingHours?: number;
  /** Seconds that an earner waits after a negative check before the next one; none by default. */
  cooldownSeconds?: number;
  exampleConfig: JsonObject;
  exampleInputs: JsonObject;
}

/** What completed a credited submission: a transaction, and the accounts of the earner's wallets then, in hex. */
export type Credited = { txHash: string; accounts: string[] };

/** The check after the credit: whether the act that was credited still stands. */
export interface AfterCredit<Config, Inputs> {
  facts: { laterActs(config: Config, inputs: Inputs): FactQueries['laterActs'] };
  rule(config: NoInfer<Config>, inputs: NoInfer<Inputs>, facts: Facts<'laterActs'>): Outcome;
}

/** A type whose rule decides attempts from gathered facts. */
export interface AvailableTaskType extends CheckedBy<JsonObject, JsonObject> {
  facts: Partial<FactsAsked<JsonObject, JsonObject>>;
  rule(config: JsonObject, inputs: JsonObject, facts: Facts): Outcome;
  /** Of types with `afterCredit` in their configuration. Its inputs are `Credited`. */
  afterCredit?: AfterCredit<JsonObject, JsonObject>;
}

interface RuleAndFacts<Config, Inputs, Name extends FactName> extends CheckedBy<Config, Inputs> {
  /** The facts that the rule reads, each with the query for its source. */
  facts: Pick<FactsAsked<Config, Inputs>, Name>;
  /**
   * Pure function of configuration, inputs and facts.
   * @param config public and verification configuration merged
   */
  rule(config: NoInfer<Config>, inputs: NoInfer<Inputs>, facts: Facts<Name>): Outcome;
  afterCredit?: AfterCredit<Config, Credited>;
}

/** One entry of the catalog. */
export type TaskType = UnavailableTaskType | AvailableTaskType;

/** Infers the types of configuration, inputs and facts from `config`, `inputs` and `facts`. */
export const defineTaskType = <Config extends JsonObject, Inputs extends JsonObject, Name extends FactName = never>(
  type: RuleAndFacts<Config, Inputs, Name> | UnavailableTaskType<Config, Inputs>,
): TaskType => type;

/** The type with the check after a credit in place of that of an attempt. Undefined: it has none. */
export const checkedAfterCredit = (type: AvailableTaskType): AvailableTaskType | undefined =>
  type.afterCredit && { ...type, ...type.afterCredit };

/** The contract that completes quests of the type. */
export const completingContract = (type: AvailableTaskType): Contract => type.completedBy ?? submitQuest;

/** @throws Error for an unavailable type, of which no quest can be published */
export function availableType(type: TaskType): AvailableTaskType {
  if (!type.available) throw new Error(`The verification of ${type.id} is not complete`);
  return type;
}

/**
 * Types a stored configuration by the schema of its task type; the public part lacks the secrets.
 * @throws Error for a type with another schema
 */
export function configOf<Config>(schema: JsonSchema<Config>, type: TaskType, config: JsonObject): Config {
  if (type.config !== schema) throw new Error(`Another configuration than that of ${type.id} is asked for`);
  return config as Config;
}

export const ONCE = ['once'] as const;
export const ANY_PERIOD = ['once', 'daily', 'interval'] as const;
