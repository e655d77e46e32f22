import { contract, type Contract } from '../language/contract/contract.js';
import { enumeration, Nested, OneOf, Text, type MessageClass } from '../language/fields/index.js';

/**
 * - found: `value` is what the third party tells now.
 * - not_found: it answered and knows nothing of what was asked for, or not yet.
 * - unavailable: no usable answer came in time; the same question can be answered later.
 * - relink: the user has to link the account, or to link it again.
 * - unsupported: this platform is not set up to ask.
 */
export const FACT_STATUSES = enumeration('FactStatus', ['found', 'not_found', 'unavailable', 'relink', 'unsupported']);
export type FactStatus = (typeof FACT_STATUSES)[number];

/** What a third party tells, or why it does not. */
export interface Fact<Value extends object> {
  status: FactStatus;
  /** Null unless it was found. */
  value: Value | null;
  /** Why there is no value, readable by earners and teams; holds no secret. */
  detail: string | null;
}

export type FactContract<Request extends object = object, Value extends object = object> = Contract<
  Request,
  Fact<Value>
>;

/** The contract of one fact, which integrations answers within its deadline whatever the third party does. */
export function factContract<Request extends object, Value extends object>(
  subject: `integrations.facts.${string}`,
  request: MessageClass<Request>,
  value: MessageClass<Value>,
): FactContract<Request, Value> {
  class FactReply {
    @OneOf(FACT_STATUSES)
    status!: FactStatus;

    @Nested(() => value, { nullable: true })
    value!: Value | null;

    @Text({ max: 500, nullable: true })
    detail!: string | null;
  }
  const reply: MessageClass<Fact<Value>> = FactReply;
  return contract({ subject, callers: ['quests-verify'], reads: true, request, reply, deadlineMs: 4_000 });
}
