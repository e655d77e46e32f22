import type { Timestamp } from '../language/contract/common.js';
import { contract, type Contract } from '../language/contract/contract.js';
import { combine, enumeration, Nested, OneOf, Text, Time, type MessageClass } from '../language/fields/index.js';
import { A_REQUEST, type FactCost } from './fact-costs.js';
import { Charged } from './charged.js';

/**
 * - found: `value` is the current answer of the third party.
 * - not_found: the third party answered that it has no such object, or does not have it yet.
 * - unavailable: the third party gave no usable answer in time; retry later.
 * - relink: the user has to link the account, or link it again.
 * - unsupported: this platform has no configuration for the third party.
 * - over_budget: the campaign's budget does not cover the request; it is not sent until the budget is raised.
 */
export const FACT_STATUSES = enumeration('FactStatus', [
  'found',
  'not_found',
  'unavailable',
  'relink',
  'unsupported',
  'over_budget',
]);
export type FactStatus = (typeof FACT_STATUSES)[number];

/** A fact read from a third party, or the reason why it was not read. */
export interface Fact<Value extends object> {
  status: FactStatus;
  /** Null unless the status is `found`. */
  value: Value | null;
  /** Why there is no value. Earners and teams read it; it contains no secret. */
  detail: string | null;
  /** When the same question can be answered, where the third party says; ISO 8601. */
  retryAt: Timestamp | null;
}

export interface FactContract<Request extends object = object, Value extends object = object> extends Contract<
  Request & Charged,
  Fact<Value>
> {
  /** What a check that reads the fact costs. */
  cost: FactCost;
}

/**
 * The contract of one fact. Integrations replies within the deadline even if the third party does not.
 *
 * @param cost one request without a price by default
 */
export function factContract<Request extends object, Value extends object>(
  subject: `integrations.facts.${string}`,
  request: MessageClass<Request>,
  value: MessageClass<Value>,
  cost: FactCost = A_REQUEST,
  deadlineMs = 4_000,
): FactContract<Request, Value> {
  class FactReply {
    @OneOf(FACT_STATUSES, { description: 'Whether the fact was read, and why not' })
    status!: FactStatus;

    @Nested(() => value, { nullable: true })
    value!: Value | null;

    @Text({ max: 500, nullable: true, description: 'Why there is no value; null: there is one' })
    detail!: string | null;

    @Time({ nullable: true })
    retryAt!: Timestamp | null;
  }
  const reply: MessageClass<Fact<Value>> = FactReply;
  const described = contract<Request & Charged, Fact<Value>>({
    subject,
    callers: ['quests-verify'],
    reads: true,
    request: combine(request, Charged),
    reply,
    deadlineMs,
  });
  return Object.assign(described, { cost });
}
