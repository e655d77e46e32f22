import type { FactName, FactQueries, FactValues } from '../../catalog/definition/facts.js';
import type { Missing } from '../../catalog/definition/outcome.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';

/** Whose attempt it is, at which quest. */
export interface FactContext extends EarnerAndQuest {
  projectId: string;
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
  gather(query: FactQueries[Name], context: FactContext, signal: AbortSignal): Promise<Gathered<Name>>;
}

/** Injection token: all sources of facts. */
export const FACT_SOURCES = Symbol('FACT_SOURCES');
