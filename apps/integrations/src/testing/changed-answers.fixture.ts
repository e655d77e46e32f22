import { jest } from '@jest/globals';
import { Egress, type EgressOutcome } from '@questp/egress';
import type { CredentialProvider, Fact, FactContract } from '@questp/messages/integrations';
import { sql } from '@questp/postgres';
import { UnusableAnswer } from '../outbound/described-json.js';
import { FactFailure, type PlatformAnswer } from '../description/platform-fact.js';
import { failureOf } from '../description/retry-at.js';
import { PLATFORM_LIST, type PlatformList } from '../description/platforms.js';
import type { FactStage } from './facts.fixture.js';

/** The answer of a platform to a request of a fact. */
interface Answered {
  url: string;
  status: number;
  json: unknown;
}

/** A place in an answer: names of members and indexes of items. */
type Place = readonly (string | number)[];

const DEEP: unknown = JSON.parse('['.repeat(40) + ']'.repeat(40));
const OTHERS: readonly unknown[] = [null, true, false, -1, 0.5, 'x', '', [], [7], [{}], {}, { x: 1 }, DEEP];
const REMOVED = Symbol('removed');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const typeOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value);

/** Every place of an answer; of lists the first and the last item. */
function placesOf(value: unknown, place: Place = []): Place[] {
  const below = Array.isArray(value)
    ? [...new Set([0, value.length - 1])].filter((index) => index in value)
    : isObject(value)
      ? Object.keys(value)
      : [];
  return [
    place,
    ...below.flatMap((name) => placesOf((value as Record<string | number, unknown>)[name], [...place, name])),
  ];
}

const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce<unknown>((at, name) => (at as Record<string | number, unknown>)[name], value);

/** A copy with another value at a place. */
function changed(value: unknown, [name, ...rest]: Place, to: unknown): unknown {
  if (name === undefined) return to;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  if (rest.length === 0 && to === REMOVED) delete copy[name];
  else copy[name] = changed(copy[name], rest, to);
  return copy;
}

/** Records what the platform answers while a fact is read. */
async function answersTo(provider: CredentialProvider, ask: () => Promise<Fact<object>>) {
  const spy = jest.spyOn(Egress.prototype, 'send');
  try {
    const { status, value } = await ask();
    if (status !== 'found') throw new Error(`The fact is ${status}`);
    const answered: Answered[] = [];
    for (const [index, [url, { destination }]] of spy.mock.calls.entries()) {
      const answer = await (spy.mock.results[index]?.value as Promise<EgressOutcome>);
      if (answer.outcome !== 'answered' || destination !== provider) continue;
      const text = answer.body.toString();
      answered.push({ url, status: answer.status, json: text === '' ? null : (JSON.parse(text) as unknown) });
    }
    return { value, answered };
  } finally {
    spy.mockRestore();
  }
}

interface Asked {
  /** Account id of the project's connection. */
  connectedId?: string;
  /** Members by their name that the platform leaves out, or sends as null, where it has nothing. */
  optional?: readonly string[];
  /** Members, with all below, without which the fact only shows less. */
  shown?: readonly string[];
}

/**
 * Reads a fact again with each member of the platform's answers removed, or of another type, and returns the changes
 * after which it says something else than before, instead of nothing.
 */
export async function changedAnswers<Request extends object, Value extends object>(
  { service }: Pick<FactStage, 'service'>,
  provider: CredentialProvider,
  contract: FactContract<Request, Value>,
  request: Request,
  { optional = [], shown = [], connectedId = '' }: Asked = {},
): Promise<string[]> {
  const { api, facts = [] } = service.get<PlatformList>(PLATFORM_LIST)[provider];
  const fact = facts.find((one) => one.contract.subject === contract.subject);
  if (api === undefined || fact === undefined) throw new Error(`${contract.subject} is no fact of ${provider}`);
  await service.db.execute(sql`DELETE FROM shared_answer`);
  const { value: before, answered } = await answersTo(provider, () => service.call(contract, request));
  const { accountId = '' } = before as { accountId?: string };
  const read = async (answers: readonly Answered[]): Promise<unknown> => {
    const get = async (path: string): Promise<PlatformAnswer> => {
      const found = answers.find(({ url }) => url.endsWith(path));
      if (found === undefined) throw new FactFailure('unavailable', 'Not asked before');
      const answer = { ...found, headers: {} };
      const failure = failureOf(api, answer);
      if (failure !== undefined) throw failure;
      return Promise.resolve(answer);
    };
    try {
      return await fact.read({ accountId, connectedId, get, post: get }, request);
    } catch (error) {
      if (error instanceof UnusableAnswer) return undefined;
      if (error instanceof FactFailure && error.status === 'unavailable') return undefined;
      return error instanceof FactFailure ? error.status : String(error);
    }
  };
  if (!isSame(await read(answered), before)) throw new Error('The answers were not recorded');
  const differences: string[] = [];
  for (const [index, { url, status, json }] of answered.entries()) {
    if (status !== 200) continue;
    for (const place of placesOf(json)) {
      if (place.some((name) => shown.includes(String(name)))) continue;
      const [last, now] = [place.at(-1) ?? '', valueAt(json, place)];
      const isOptional = optional.includes(String(last));
      const others = OTHERS.filter((other) => typeOf(other) !== typeOf(now) && !(isOptional && other === null));
      const removed = typeof last === 'string' && last !== '' && !isOptional ? [REMOVED] : [];
      for (const other of [...removed, ...others]) {
        const answers = answered.with(index, { url, status, json: changed(json, place, other) });
        const after = await read(answers);
        if (after === undefined || isSame(after, before)) continue;
        const what = other === REMOVED ? 'removed' : JSON.stringify(other).slice(0, 20);
        differences.push(`${place.join('.') || 'all of it'} ${what}: ${JSON.stringify(after)}`);
      }
    }
  }
  return differences;
}
