import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, FACT_BYTES, fitsBytes } from '@questp/messages/language';
import { Database, newId } from '@questp/postgres';
import {
  currentContext,
  LOGGER,
  newCallContext,
  runInContext,
  steadyNow,
  timeLeft,
  type Logger,
} from '@questp/service';
import { NO_FACTS, type FactName, type FactValues } from '../../catalog/definition/facts.js';
import type { CheckedEntry } from '../entry/quest-entry.js';
import { ReviewedAccounts } from './reviewed-accounts.js';
import { factsRead } from './account-rule.js';
import { FACT_SOURCES, type FactContext, type FactSource, type Gathered } from './fact-source.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import type { AvailableTaskType } from '../../catalog/definition/task-type.js';
import { TaskTypes } from '../../catalog/definition/task-types.js';
import { refusal, type Missing, type ReviewedSubject } from '../../catalog/definition/outcome.js';
import { countsUntil } from '../../shared/period.js';
import { reportFault } from './rule-faults.js';

/** Time limit for all sources of a task type together. */
const DEADLINE_MS = 4_000;
/** Time that an attempt keeps to record its decision, also on a busy machine. */
const RECORD_MS = 1_500;

/** The gathered facts; `missing`: the reason why they are not enough for the rule. */
export interface Findings {
  values: FactValues;
  missing: Missing | null;
  /** For the record of the check. */
  shown: Record<string, unknown>;
  hash: Buffer;
  /** False: the same inputs cannot be checked again, because a source has used something up. */
  canRepeat: boolean;
  /** Time of the database before the sources were asked; undefined: none was asked. */
  askedAt?: Date;
  /** The linked account that the attempt is proven by if people decide it. */
  account?: ReviewedSubject;
}

interface AttemptedEntry extends CheckedEntry {
  attemptId: string;
}

/** Queries the sources of facts, which the families and `facts/` list. */
@Injectable()
export class GatherFacts {
  private readonly sources: ReadonlyMap<string, FactSource>;

  /** @throws Error if a fact of a task type has no source */
  constructor(
    @Inject(FACT_SOURCES) sources: readonly FactSource[],
    private readonly reviewedAccounts: ReviewedAccounts,
    private readonly database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    taskTypes: TaskTypes,
  ) {
    this.sources = new Map(sources.map((source) => [source.name, source]));
    for (const type of taskTypes.all) {
      if (!type.available) continue;
      this.sourcesOf(type);
      if (type.afterCredit !== undefined) this.sourcesOf({ ...type, ...type.afterCredit });
    }
  }

  /** Also the linked account that the attempt is proven by, where people may decide it. */
  async of(entry: CheckedEntry, inputs: JsonObject, attemptId: string = newId()): Promise<Findings> {
    const { userId, type, quest, now } = entry;
    const sources = this.sourcesOf(type, factsRead(type, quest.method));
    const ms = timeLeft(DEADLINE_MS, RECORD_MS);
    const signal = AbortSignal.timeout(ms);
    // Services that are asked answer by then, too.
    const context = { ...(currentContext() ?? newCallContext()), deadline: steadyNow() + ms };
    const gathered: [FactName, Gathered<FactName>][] = [];
    for (const singleUse of [undefined, true] as const) {
      if (missingOf(gathered) !== null) break;
      const asked = sources.filter((source) => source.singleUse === singleUse);
      gathered.push(
        ...(await Promise.all(
          runInContext(context, () => asked.map((source) => this.ask(source, { ...entry, attemptId }, inputs, signal))),
        )),
      );
    }
    const account = quest.method === 'platform_api' ? undefined : await this.reviewedAccounts.of(userId, type);
    return {
      ...toFindings(gathered),
      canRepeat: sources.every((source) => source.singleUse !== true),
      askedAt: now,
      ...(account !== undefined && { account }),
    };
  }

  private sourcesOf(type: AvailableTaskType, names = Object.keys(type.facts)): FactSource[] {
    return names.map((name) => {
      const source = this.sources.get(name);
      if (source === undefined) throw new Error(`No source provides the fact ${name} of ${type.id}`);
      return source;
    });
  }

  private async ask(
    source: FactSource,
    entry: AttemptedEntry,
    inputs: JsonObject,
    signal: AbortSignal,
  ): Promise<[FactName, Gathered<FactName>]> {
    const { type, quest } = entry;
    let query: ReturnType<typeof queryOf>;
    try {
      query = queryOf(type, source.name, quest.config, inputs);
    } catch (error) {
      await reportFault(this.database, this.logger, type.id, error);
      return [source.name, unavailable(RULE_FAILED)];
    }
    let late: () => void = () => undefined;
    try {
      const tooLate = new Promise<never>((_, reject) => {
        late = () => reject(new AppError('UPSTREAM_TIMEOUT'));
        signal.addEventListener('abort', late);
      });
      return [source.name, await Promise.race([source.gather(query, contextOf(entry), signal), tooLate])];
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.logger.warn({ err: error, fact: source.name }, 'fact not gathered');
      if (source.required === true) throw refusal(unavailable());
      return [source.name, unavailable()];
    } finally {
      signal.removeEventListener('abort', late);
    }
  }
}

const contextOf = ({ userId, periodKey, quest, attemptId }: AttemptedEntry): FactContext => {
  const { id: questId, projectId, campaignId, checkBudgetUsd: budgetUsd, ownerId, campaignStartsAt: startsAt } = quest;
  const until = countsUntil(quest.campaignEndsAt, quest.period, periodKey);
  const payer = { projectId, campaignId, budgetUsd, ...(ownerId !== null && { ownerId }) };
  return { userId, questId, projectId, campaignId, payer, startsAt, countsUntil: until, periodKey, attemptId };
};

function queryOf(type: AvailableTaskType, name: FactName, config: JsonObject, inputs: JsonObject) {
  const ask = type.facts[name];
  if (ask === undefined) throw new Error(`${type.id} has no query of ${name}`);
  return ask(config, inputs);
}

/** Why a check is repeated whose rule, or question to a platform, ended with an error. */
export const RULE_FAILED = 'The check failed because of an error of this platform; its operators are alerted.';

export const unavailable = (
  detail = 'The check is temporarily unavailable.',
  retryAt: string | null = null,
): Missing => ({
  kind: 'inconclusive',
  cause: 'unavailable',
  code: 'CHECK_UNAVAILABLE',
  detail,
  ...retryFrom(retryAt),
});

/** The time of the next try, if the source gave one. */
export const retryFrom = (retryAt: string | null): { retryAt?: Date } =>
  retryAt === null ? {} : { retryAt: new Date(retryAt) };

/** A service that answers again later. */
export const isOutage = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'SERVICE_UNAVAILABLE' || error.code === 'UPSTREAM_TIMEOUT');

/** Problems that the earner or the team has to fix come before those that only need time. */
function missingOf(gathered: readonly [FactName, Gathered<FactName>][]): Missing | null {
  const missing = gathered.flatMap(([, fact]) => (fact.kind === 'fact' ? [] : [fact]));
  return missing.find(({ kind }) => kind !== 'inconclusive') ?? missing[0] ?? null;
}

/** SHA-256 of the canonical JSON. */
export const hashOf = (value: unknown): Buffer => createHash('sha256').update(canonicalJson(value)).digest();

/** The fact in the receipt of a check; one that is too long is replaced by its hash. */
const shownFact = (value: unknown): unknown =>
  fitsBytes(value, FACT_BYTES) ? value : { leftOut: 'too long to be shown', sha256: hashOf(value).toString('hex') };

export function toFindings(gathered: readonly [FactName, Gathered<FactName>][]): Findings {
  const facts = gathered.flatMap(([name, fact]) => (fact.kind === 'fact' ? [{ name, ...fact }] : []));
  const values = Object.fromEntries(facts.map(({ name, value }) => [name, value]));
  return {
    values: { ...NO_FACTS, ...values },
    missing: missingOf(gathered),
    shown: Object.fromEntries(facts.map(({ name, value }) => [name, shownFact(value)])),
    hash: hashOf(values),
    canRepeat: true,
  };
}

/** Of a task type without facts. */
export const NO_FINDINGS = toFindings([]);

/** JSON with sorted members and no white space. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );
}
