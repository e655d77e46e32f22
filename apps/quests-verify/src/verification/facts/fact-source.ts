import type { Payer } from '@questp/messages/integrations';
import type { FactName, FactQueries, FactValues } from '../../catalog/definition/facts.js';
import type { Missing } from '../../catalog/definition/outcome.js';
import type { EarnerAndQuest } from '../../people/earners/earner-and-quest.js';

/** The earner and the quest of an attempt. */
export interface FactContext extends EarnerAndQuest {
  projectId: string;
  campaignId: string;
  /** Project and campaign that requests to platforms are charged to. */
  payer: Payer;
  /** Of the campaign; null: it has no start of its own. */
  startsAt: Date | null;
  /** Acts of the earner count until then: the end of the campaign or of the period; null: always. */
  countsUntil: Date | null;
  /** The same for all checks of the attempt. */
  attemptId: string;
  /** The period that the attempt is for. */
  periodKey: string;
}

/** The receipt of the check contains the value, which therefore has no secrets. */
export type Gathered<Name extends FactName> = { kind: 'fact'; value: FactValues[Name] } | Missing;

/** Provides one kind of fact, outside of transactions. A source that has not answered at `signal` is unavailable. */
export interface FactSource<Name extends FactName = FactName> {
  readonly name: Name;
  /**
   * A query consumes something, such as a nonce. The source is queried last, after all others answered, and never again
   * for the same inputs.
   */
  readonly singleUse?: true;
  /** Reviewers need the fact: without it, an attempt is refused and not recorded, whatever the method. */
  readonly required?: true;
  gather(query: FactQueries[Name], context: FactContext, signal: AbortSignal): Promise<Gathered<Name>>;
}

/** Injection token: all sources of facts. */
export const FACT_SOURCES = Symbol('FACT_SOURCES');
