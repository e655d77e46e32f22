import type { EgressAnswer } from '@questp/egress';
import { MAX_CHECK_MESSAGE, type readProjectCheck } from '@questp/messages/integrations';
import { FORMS, type RequestOf } from '@questp/messages/language';
import { UnusableAnswer, wholeAt, type JsonObject } from '../../outbound/described-json.js';

/** What the endpoint of a project is asked. */
export type Check = Omit<RequestOf<typeof readProjectCheck>, 'payer'>;

export interface EndpointRequest {
  method: 'GET' | 'POST';
  url: string;
  headers?: Readonly<Record<string, string>>;
  /** JSON. */
  body?: string;
}

/** What an endpoint answers; `points` only where it names them. */
export type CheckAnswer =
  | { result: 'pass'; points?: number; message?: string }
  | { result: 'fail'; message?: string }
  | { result: 'pending'; retryAfterSeconds: number };

/** How the endpoints of one platform are asked, and how their answers are read. */
export interface EndpointContract {
  /** The request is signed with the project's signing secret, as Standard Webhooks has it. */
  isSigned?: true;
  request(check: Check): EndpointRequest;
  /**
   * @param answer of a status of the contract, see `statuses`
   * @throws UnusableAnswer for an answer outside of the contract
   */
  read(answer: EgressAnswer, check: Check): CheckAnswer;
  /** 200 by default. */
  statuses?: readonly number[];
}

/** The headers of a request with a JSON body. */
export const JSON_BODY = { 'content-type': 'application/json' } as const;

export const bearer = ({ endpoint: { secret } }: Check): Record<string, string> =>
  secret === undefined ? {} : { authorization: `Bearer ${secret}` };

/** The one identity of a contract that takes one: the address of a wallet, a handle or id, or an e-mail address. */
export function addressOf({ identities: { wallets, accounts, email, emailSha256 } }: Check): string {
  const [account] = accounts;
  const ofAccount = account?.platform === 'microblog' ? (account.handle ?? account.accountId) : account?.accountId;
  return wallets[0]?.address ?? ofAccount ?? email ?? emailSha256 ?? '';
}

/** A GET with the one identity as `address`. */
export function getWithAddress(check: Check, address = addressOf(check)): EndpointRequest {
  const url = new URL(check.endpoint.url);
  url.searchParams.set('address', address);
  return { method: 'GET', url: url.href, headers: bearer(check) };
}

/** A text of the endpoint for the earner: plain, without hidden and direction characters, cut to MAX_CHECK_MESSAGE. */
export function messageAt(parent: JsonObject, name: string): { message?: string } {
  const value = parent[name];
  if (typeof value !== 'string') return {};
  const plain = value.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, ' ').trim();
  const message = [...plain].slice(0, MAX_CHECK_MESSAGE).join('').trim();
  return FORMS.prose.pattern.test(message) ? { message } : {};
}

/** The points of an answer; none if the quest has no bounds for them. @throws UnusableAnswer for points out of bounds */
export function pointsAt(parent: JsonObject, name: string, { endpoint }: Check): { points?: number } {
  const { minPoints = 0, maxPoints } = endpoint;
  if (maxPoints === undefined || parent[name] === undefined) return {};
  const points = wholeAt(parent, name, Number.MAX_SAFE_INTEGER);
  if (points < minPoints || points > maxPoints) {
    throw new UnusableAnswer(`${name} is not between ${minPoints} and ${maxPoints}`);
  }
  return { points };
}

export const passOrFail = (hasPassed: boolean): CheckAnswer => ({ result: hasPassed ? 'pass' : 'fail' });
