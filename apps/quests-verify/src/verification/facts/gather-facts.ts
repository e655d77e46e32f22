import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppError, FACT_BYTES, fitsBytes } from '@questp/messages';
import { LOGGER, type Logger } from '@questp/service';
import { taskType } from '../../task-types/index.js';
import { NO_FACTS, type FactName, type FactRequest, type FactSource, type FactValues, type Gathered } from '../../catalog/definition/facts.js';
import { refusal, type Missing } from '../../catalog/definition/outcome.js';

/** How long all sources of a task type have together. */
const DEADLINE_MS = 4_000;

/** What was found out; `missing` is why it is not enough for the rule. */
export interface Findings {
  values: FactValues;
  missing: Missing | null;
  /** For the record of the check. */
  shown: Record<string, unknown>;
  hash: Buffer;
}

/** Asks the sources of facts; each feature adds its own. */
@Injectable()
export class GatherFacts {
  private readonly sources = new Map<FactName, FactSource>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  add(source: FactSource): void {
    this.sources.set(source.name, source);
  }

  /** Whether the same inputs can be checked again later. */
  canRepeat(taskTypeId: string): boolean {
    return this.sourcesOf(taskTypeId).every((source) => source.spends !== true);
  }

  async run(request: FactRequest): Promise<Findings> {
    const sources = this.sourcesOf(request.taskTypeId);
    const signal = AbortSignal.timeout(DEADLINE_MS);
    const gathered: [FactName, Gathered<FactName>][] = [];
    for (const spends of [undefined, true] as const) {
      if (missingOf(gathered) !== null) break;
      const asked = sources.filter((source) => source.spends === spends);
      gathered.push(...(await Promise.all(asked.map((source) => this.ask(source, request, signal)))));
    }
    return toFindings(gathered);
  }

  private sourcesOf(taskTypeId: string): FactSource[] {
    const type = taskType(taskTypeId);
    const names = type.available ? type.facts : [];
    return names.map((name) => {
      const source = this.sources.get(name);
      if (source === undefined) throw new Error(`Nothing tells the fact ${name} of ${taskTypeId}`);
      return source;
    });
  }

  private async ask(
    source: FactSource,
    request: FactRequest,
    signal: AbortSignal,
  ): Promise<[FactName, Gathered<FactName>]> {
    let late: () => void = () => undefined;
    try {
      const tooLate = new Promise<never>((_, reject) => {
        late = () => reject(new AppError('UPSTREAM_TIMEOUT'));
        signal.addEventListener('abort', late);
      });
      return [source.name, await Promise.race([source.gather(request, signal), tooLate])];
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

export const unavailable = (detail = 'What the quest checks cannot be read at the moment.'): Missing => ({
  kind: 'inconclusive',
  cause: 'unavailable',
  code: 'CHECK_UNAVAILABLE',
  detail,
});

const isOutage = (error: unknown) =>
  error instanceof AppError && (error.code === 'SERVICE_UNAVAILABLE' || error.code === 'UPSTREAM_TIMEOUT');

/** What the earner or the team has to put right comes before what only needs time. */
function missingOf(gathered: readonly [FactName, Gathered<FactName>][]): Missing | null {
  const missing = gathered.flatMap(([, fact]) => (fact.kind === 'fact' ? [] : [fact]));
  return missing.find(({ kind }) => kind !== 'inconclusive') ?? missing[0] ?? null;
}

/** In place of what a fact shows; the hash is that of the whole. */
const TOO_LONG = { leftOut: 'too long to be shown' };

export function toFindings(gathered: readonly [FactName, Gathered<FactName>][]): Findings {
  const facts = gathered.flatMap(([name, fact]) => (fact.kind === 'fact' ? [{ name, ...fact }] : []));
  const values: Record<string, unknown> = Object.fromEntries(facts.map(({ name, value }) => [name, value]));
  return {
    values: { ...NO_FACTS, ...values },
    missing: missingOf(gathered),
    shown: Object.fromEntries(facts.map(({ name, shown }) => [name, fitsBytes(shown, FACT_BYTES) ? shown : TOO_LONG])),
    hash: createHash('sha256').update(canonicalJson(values)).digest(),
  };
}

/** JSON with sorted members and no white space; times are in ISO 8601 UTC. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );
}
