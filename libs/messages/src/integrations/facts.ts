import type { Timestamp } from '../language/contract/common.js';
import { contract, type Contract } from '../language/contract/contract.js';
import { combine, enumeration, Nested, OneOf, Text, Time, type MessageClass } from '../language/fields/index.js';
import { A_REQUEST, type FactCost } from './fact-costs.js';
import { Charged } from './charged.js';
import type { LinkedAccountProvider } from '../shared/oauth-providers.js';

/**
 * - found: `value` is the current answer of the third party.
 * - not_found: the third party answered that it has no such object, or does not have it yet.
 * - unavailable: the third party gave no usable answer in time; retry later.
 * - not_linked: the user has never linked an account of the platform, or has unlinked it.
 * - relink: the linked account cannot be used any more; the user has to link it again.
 * - hidden: the settings of the user's own account keep the third party from answering; `detail` says what to change.
 * - unsupported: this platform has no configuration for the third party.
 * - misconfigured: the endpoint of the project answers outside of its contract; the team has to correct it, after which
 *   the check goes on.
 * - over_budget: the campaign's budget does not cover the request; it is not sent until the budget is raised.
 */
export const FACT_STATUSES = enumeration('FactStatus', [
  'found',
  'not_found',
  'unavailable',
  'not_linked',
  'relink',
  'hidden',
  'unsupported',
  'misconfigured',
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

/** For docs/reference/facts.md. */
export interface Reading {
  /** Data that is read at the third party. */
  reads: string;
  /** How much of it one check reads, and what it concludes without the rest. */
  within: string;
}

export interface FactContract<Request extends object = object, Value extends object = object> extends Contract<
  Request & Charged,
  Fact<Value>
> {
  reading: Reading;
  /** What a check that reads the fact costs. */
  cost: FactCost;
  /** The linked account of the user that the fact is about; undefined: about none. */
  account?: NeededAccount;
}

/** The linked account that a fact is about. */
export interface NeededAccount {
  provider: LinkedAccountProvider;
  /** Only its id is needed, which a link keeps after the consent has ended. */
  byId?: true;
  /** The project's connection must know the account, by the id that the platform gives after a first message. */
  isScoped?: true;
}

/** Declares that a fact is about the linked account of a user. */
export const ofAccount = <Request extends object, Value extends object>(
  account: NeededAccount,
  fact: FactContract<Request, Value>,
): FactContract<Request, Value> & { account: NeededAccount } => Object.assign(fact, { account });

/** Why a linked account does not serve a fact; undefined: it does. @param link undefined: none is linked; isUnknown: to the project's connection */
export function accountProblem(
  { byId, isScoped }: NeededAccount,
  link: { relinkNeeded: boolean; isUnknown?: boolean } | undefined,
): 'not_linked' | 'relink' | undefined {
  if (link === undefined) return 'not_linked';
  const isOver = link.relinkNeeded && byId !== true;
  return isOver || (isScoped === true && link.isUnknown === true) ? 'relink' : undefined;
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
  reading: Reading,
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
  return Object.assign(described, { reading, cost });
}
