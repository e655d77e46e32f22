import { MICROBLOG_PAGE_SIZE, MAX_MICROBLOG_PAGES } from '@questp/messages/integrations';
import { at } from '../../description/account.js';
import {
  FactFailure,
  PlanRefusal,
  unexpected,
  type PlatformAnswer,
  type PlatformCalls,
} from '../../description/platform-fact.js';
import {
  asObject,
  listAt,
  objectAt,
  optionalAt,
  textAt,
  wholeAt,
  type JsonObject,
} from '../../outbound/described-json.js';
import { inBounds } from '../../description/retry-at.js';

const PROBLEMS = '/problems/';

/** The last part of the address by which the platform names a problem (its reference of errors); '' where it names none. */
export const problemOf = (json: unknown): string => {
  const type = at(json, 'type');
  return typeof type === 'string' && type.includes(PROBLEMS) ? type.slice(type.lastIndexOf('/') + 1) : '';
};

/** Accounts and posts in an answer, by which the platform charges. */
export function resources({ json }: PlatformAnswer): number {
  const data = at(json, 'data');
  return Array.isArray(data) ? data.length : Number(data !== undefined);
}

/** Code of a plan that lacks the route, in the form of errors of the former API. */
const SUBSET_OF_ENDPOINTS = 453;

/** Failures that any request can have. Only 429 is a limit of requests. */
export function failure(answer: PlatformAnswer): FactFailure | undefined {
  const problem = problemOf(answer.json);
  if (problem === 'usage-capped') {
    const now = new Date();
    const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    return new FactFailure('unavailable', 'The monthly quota of the microblog is used up.', inBounds(nextMonth));
  }
  const isRefusedPlan =
    problem === 'client-forbidden' ||
    at(answer.json, 'reason') === 'client-not-enrolled' ||
    listOf(at(answer.json, 'errors')).some((error) => at(error, 'code') === SUBSET_OF_ENDPOINTS);
  return answer.status === 403 && isRefusedPlan
    ? new PlanRefusal('unavailable', 'Reading this at the microblog is unavailable on the current plan.')
    : undefined;
}

/** Problems of a missing or hidden resource. They are in an answer with status 200, or are the answer itself. */
const NOT_FOUND = 'resource-not-found';
const NOT_AUTHORIZED = 'not-authorized-for-resource';
export const MISSING = [NOT_FOUND, NOT_AUTHORIZED];

/** `errors` of an answer, with the answer itself where it is a problem. */
const problemsIn = (json: unknown): string[] => [json, ...listOf(at(json, 'errors'))].map(problemOf);

/** An account or a post in an answer. */
export interface Resource {
  data: JsonObject;
  includes: JsonObject;
  /** Problems of the parts that the platform does not show. */
  errors: readonly unknown[];
}

/**
 * Reads one account or post. `missing`: no resource has that name; `denied`: the requesting account may not see it. The
 * reasons are in `errors` of an answer with status 200.
 *
 * @throws FactFailure, UnusableAnswer
 */
export async function readShown(calls: PlatformCalls, path: string): Promise<Resource | 'missing' | 'denied'> {
  const answer = await calls.get(path);
  const problems = problemsIn(answer.json);
  // A name that no account can have.
  if (answer.status === 404 || problems[0] === 'invalid-request') return 'missing';
  if (answer.status === 403 && problems.includes(NOT_AUTHORIZED)) return 'denied';
  if (answer.status !== 200) throw refused(calls, answer);
  const body = asObject(answer.json, 'the answer');
  const data = optionalAt(body, 'data', objectAt);
  if (data !== undefined) {
    return { data, includes: optionalAt(body, 'includes', objectAt) ?? {}, errors: listOf(body['errors']) };
  }
  if (problems.includes(NOT_AUTHORIZED)) return 'denied';
  if (problems.includes(NOT_FOUND)) return 'missing';
  throw unexpected(answer);
}

/** As `readShown`; null if the resource is missing or denied. @throws FactFailure, UnusableAnswer */
export async function readOne(calls: PlatformCalls, path: string): Promise<Resource | null> {
  const found = await readShown(calls, path);
  return typeof found === 'string' ? null : found;
}

/** Largest page of any list. */
const MAX_RESULTS = 1_000;
const TOKEN = /^[\w-]{1,200}$/;

/** One page of a list. */
export interface ListPage {
  items: readonly unknown[];
  /** The list goes on after it. */
  hasMore: boolean;
  keptUntil: Date | undefined;
}

/**
 * Pages of 100 items of a list of the earner's account, as long as the caller takes them, at most two.
 *
 * @param path with a query
 * @param sharedSeconds how long a page serves every check; not shared by default
 * @throws FactFailure, UnusableAnswer
 */
export async function* readPages(calls: PlatformCalls, path: string, sharedSeconds?: number): AsyncGenerator<ListPage> {
  let token: string | undefined = '';
  for (let page = 0; page < MAX_MICROBLOG_PAGES && token !== undefined; page += 1) {
    const from = token === '' ? '' : `&pagination_token=${encodeURIComponent(token)}`;
    const answer: PlatformAnswer = await calls.get(`${path}&max_results=${MICROBLOG_PAGE_SIZE}${from}`, sharedSeconds);
    if (answer.status !== 200) throw refused(calls, answer);
    const body = asObject(answer.json, 'the answer');
    const isHidden = problemsIn(body).some((problem) => MISSING.includes(problem));
    if (body['data'] === undefined && body['meta'] === undefined && isHidden) throw hidden();
    const meta = objectAt(body, 'meta');
    // A list without items has no data.
    const isEmpty = wholeAt(meta, 'result_count', MAX_RESULTS) === 0 && body['data'] === undefined;
    const items = isEmpty ? [] : listAt(body, 'data').slice(0, MICROBLOG_PAGE_SIZE);
    token = optionalAt(meta, 'next_token', (parent, name) => textAt(parent, name, TOKEN));
    yield {
      items,
      hasMore: token !== undefined,
      keptUntil: answer.keptUntil,
    };
  }
}

/** The platform does not show something of the earner's account to the earner. */
export const hidden = (
  detail = 'The microblog does not show this of your account, which it has restricted; sign in there and follow what it says.',
): FactFailure => new FactFailure('hidden', detail);

const SUSPENDED = 'Your account at the microblog is suspended; it has to be restored there.';
const LOCKED = 'Your account at the microblog is locked; sign in there and unlock it.';
/** Messages of the platform about restricted accounts, and the codes of its former API. */
const RESTRICTIONS: readonly [says: RegExp, codes: readonly unknown[], detail: string][] = [
  [/account (?:is|has been) suspended/i, [63, 64], SUSPENDED],
  [/account (?:is|has been) (?:temporarily )?locked/i, [326], LOCKED],
];

const textIn = (problem: unknown, name: string): string => {
  const text = at(problem, name);
  return typeof text === 'string' ? text : '';
};

/** 403: the account of the earner is restricted, or did not grant the scope. */
function refused({ accountId }: PlatformCalls, answer: PlatformAnswer): FactFailure {
  if (answer.status !== 403 || accountId === '') return unexpected(answer);
  const problems = [answer.json, ...listOf(at(answer.json, 'errors'))];
  const isSaid = (says: RegExp, codes: readonly unknown[]) =>
    problems.some(
      (one) => codes.includes(at(one, 'code')) || says.test(textIn(one, 'detail') + textIn(one, 'message')),
    );
  const restriction = RESTRICTIONS.find(([says, codes]) => isSaid(says, codes));
  if (restriction !== undefined) return hidden(restriction[2]);
  if (problemsIn(answer.json).includes(NOT_AUTHORIZED)) return hidden();
  return new FactFailure(
    'relink',
    'The microblog refuses your linked account; link it again and grant all permissions.',
  );
}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
