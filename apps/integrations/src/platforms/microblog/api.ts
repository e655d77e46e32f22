import { MICROBLOG_PAGE_SIZE, MOST_MICROBLOG_PAGES } from '@questp/messages/integrations';
import { at } from '../../outbound/account.js';
import {
  FactFailure,
  PlanRefusal,
  unexpected,
  type PlatformAnswer,
  type PlatformCalls,
} from '../../outbound/platform-fact.js';
import {
  asObject,
  objectAt,
  objectsAt,
  optionalAt,
  textAt,
  wholeAt,
  type JsonObject,
} from '../../outbound/described-json.js';
import { inBounds } from '../../outbound/retry-at.js';

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

/** What the platform answers with whatever was asked. 429 alone is a limit of requests. */
export function failure(answer: PlatformAnswer): FactFailure | undefined {
  const problem = problemOf(answer.json);
  if (problem === 'usage-capped') {
    const now = new Date();
    const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
    return new FactFailure('unavailable', 'The monthly quota of the microblog is used up.', inBounds(nextMonth));
  }
  const isRefusedPlan = problem === 'client-forbidden' || at(answer.json, 'reason') === 'client-not-enrolled';
  return answer.status === 403 && isRefusedPlan
    ? new PlanRefusal('unavailable', 'Reading this at the microblog is unavailable on the current plan.')
    : undefined;
}

/** Problems of an answer with status 200 that mean that there is nothing to be seen. */
export const MISSING = ['resource-not-found', 'not-authorized-for-resource'];

/**
 * What the platform tells of one account or post; null: it has none of that name, or hides it. The reasons are in
 * `errors` of an answer with status 200.
 *
 * @throws FactFailure, UnusableAnswer
 */
export async function readOne(calls: PlatformCalls, path: string): Promise<Resource | null> {
  const answer = await calls.get(path);
  // A name that no account can have.
  if (answer.status === 404 || problemOf(answer.json) === 'invalid-request') return null;
  if (answer.status !== 200) throw refused(calls, answer);
  const body = asObject(answer.json, 'the answer');
  const data = optionalAt(body, 'data', objectAt);
  const errors = optionalAt(body, 'errors', objectsAt) ?? [];
  if (data !== undefined) return { data, includes: optionalAt(body, 'includes', objectAt) ?? {}, errors };
  if (errors.some((error) => MISSING.includes(problemOf(error)))) return null;
  throw unexpected(answer);
}

export interface Resource {
  data: JsonObject;
  includes: JsonObject;
  /** What of it the platform does not show. */
  errors: readonly JsonObject[];
}

/** Largest page of any list. */
const MOST_RESULTS = 1_000;
const TOKEN = /^[\w-]{1,200}$/;

/** One page of a list. */
export interface ListPage {
  items: readonly JsonObject[];
  /** The list goes on after it. */
  hasMore: boolean;
  keptUntil: Date | undefined;
}

/**
 * Pages of 100 items of a list, as long as the caller takes them, at most two.
 *
 * @param path with a query
 * @param sharedSeconds how long a page serves every check; not shared by default
 * @throws FactFailure, UnusableAnswer
 */
export async function* readPages(calls: PlatformCalls, path: string, sharedSeconds?: number): AsyncGenerator<ListPage> {
  let token: string | undefined = '';
  for (let page = 0; page < MOST_MICROBLOG_PAGES && token !== undefined; page += 1) {
    const from = token === '' ? '' : `&pagination_token=${encodeURIComponent(token)}`;
    const answer: PlatformAnswer = await calls.get(`${path}&max_results=${MICROBLOG_PAGE_SIZE}${from}`, sharedSeconds);
    if (answer.status !== 200) throw refused(calls, answer);
    const body = asObject(answer.json, 'the answer');
    const meta = objectAt(body, 'meta');
    // A list without items has no data.
    const isEmpty = wholeAt(meta, 'result_count', MOST_RESULTS) === 0 && body['data'] === undefined;
    const items = isEmpty ? [] : objectsAt(body, 'data', MICROBLOG_PAGE_SIZE);
    token = optionalAt(meta, 'next_token', (parent, name) => textAt(parent, name, TOKEN));
    yield {
      items,
      hasMore: token !== undefined,
      keptUntil: answer.keptUntil,
    };
  }
}

/** 403: the account of the earner is suspended, or did not grant the scope. */
const refused = ({ accountId }: PlatformCalls, answer: PlatformAnswer): FactFailure =>
  answer.status === 403 && accountId !== ''
    ? new FactFailure('relink', 'The microblog refuses your linked account; link it again and agree to everything.')
    : unexpected(answer);

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
