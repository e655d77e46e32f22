import { createHmac, randomUUID } from 'node:crypto';

/** An endpoint of the contract `standard` of custom_rest quests. */
export interface Endpoint {
  url: string;
  /** The signing secret of the project. */
  secret: string;
  /** Sent as Authorization: Bearer. */
  bearer?: string;
  /** Members of `data` that replace those of the example, such as `wallets`. */
  data?: object;
}

/** One check of an endpoint; `problem` is null if it passed. */
export interface Finding {
  check: string;
  problem: string | null;
}

/** Time of the platform for a whole answer; milliseconds. */
const ANSWER_MS = 3_000;
const MAX_ANSWER_BYTES = 16 * 1024;
const MAX_MESSAGE = 300;
const MAX_RETRY_SECONDS = 86_400;
/** Verifiers refuse timestamps that are older than 5 minutes. */
const OLD_MS = 10 * 60_000;
const PARALLEL = 5;

interface Sent {
  id?: string;
  at?: Date;
  secret?: string;
  /** Members of the headers that replace the signed ones; undefined: left out. */
  headers?: Record<string, string | undefined>;
  /** The body that is sent in place of the signed one. */
  tamper?: (body: string) => string;
  more?: object;
}

/** An answer, or why there is none. */
type Answer = { status: number; body: string } | { problem: string };

/** The body of a request of the platform for an attempt. */
function bodyOf({ data }: Endpoint, attemptId: string, at: Date, more: object = {}): string {
  const example = {
    attemptId,
    projectId: '0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6c',
    questId: '0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6d',
    userId: `svcuser_${'0'.repeat(32)}`,
    wallets: [{ chainId: 'cosmoshub-4', address: 'cosmos1qypqxpq9qcrsszg2pvxq6rs0zqg3yyc5lzv7xu' }],
    accounts: [],
    emailSha256: null,
    email: null,
    period: { startsAt: null, endsAt: null },
    locale: 'en',
  };
  return JSON.stringify({ type: 'quest.check', timestamp: at.toISOString(), data: { ...example, ...data, ...more } });
}

/** Signs as https://www.standardwebhooks.com has it. */
function signed(secret: string, id: string, at: Date, body: string): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1_000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` };
}

async function call(endpoint: Endpoint, sent: Sent = {}): Promise<Answer> {
  const { id = randomUUID(), at = new Date(), secret = endpoint.secret, tamper = (body) => body, more } = sent;
  const body = bodyOf(endpoint, id, at, more);
  const headers = {
    ...{ 'content-type': 'application/json', accept: 'application/json', 'user-agent': 'questp' },
    ...(endpoint.bearer !== undefined && { authorization: `Bearer ${endpoint.bearer}` }),
    ...signed(secret, id, at, body),
    ...sent.headers,
  };
  const given = Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined);
  try {
    const answer = await fetch(endpoint.url, {
      ...{ method: 'POST', redirect: 'manual', headers: Object.fromEntries(given), body: tamper(body) },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    return { status: answer.status, body: await answer.text() };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return { problem: isLate ? 'no whole answer within 3 seconds' : 'no answer' };
  }
}

/** Null: the answer follows the contract. */
export function answerProblem(answer: Answer): string | null {
  if ('problem' in answer) return answer.problem;
  if (answer.status !== 200) return `status ${answer.status} instead of 200`;
  if (Buffer.byteLength(answer.body) > MAX_ANSWER_BYTES) return 'more than 16 KiB';
  const value = jsonIn(answer.body);
  if (value === undefined) return 'the body is not a JSON object';
  const { result, message, retryAfterSeconds, points } = value;
  if (result !== 'pass' && result !== 'fail' && result !== 'pending') return 'result is none of pass, fail and pending';
  if (result === 'pending') {
    return isWhole(retryAfterSeconds, MAX_RETRY_SECONDS) ? null : `retryAfterSeconds is not 0 to ${MAX_RETRY_SECONDS}`;
  }
  if (message !== undefined && (typeof message !== 'string' || [...message].length > MAX_MESSAGE)) {
    return `message is not a text of at most ${MAX_MESSAGE} characters`;
  }
  return points === undefined || isWhole(points, 1_000_000) ? null : 'points is not a whole number from 0 to 1000000';
}

const isWhole = (value: unknown, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= max;

function jsonIn(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Null: the endpoint refused the request. */
async function acceptance(endpoint: Endpoint, sent: Sent): Promise<string | null> {
  const answer = await call(endpoint, sent);
  if ('problem' in answer) return answer.problem;
  return answer.status >= 400 && answer.status < 500 ? null : `status ${answer.status} instead of 4xx, as 401`;
}

/** Null: both follow the contract, and a decision is the same. */
function difference(first: Answer, second: Answer): string | null {
  const problem = answerProblem(first) ?? answerProblem(second);
  if (problem !== null || 'problem' in first || 'problem' in second) return problem;
  const [before, after] = [jsonIn(first.body), jsonIn(second.body)];
  if (before?.['result'] === 'pending') return null;
  const isSame = before?.['result'] === after?.['result'] && before?.['points'] === after?.['points'];
  return isSame ? null : 'another decision for the same webhook-id';
}

const OTHER_SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const CHECKS: readonly [name: string, check: (endpoint: Endpoint) => Promise<string | null>][] = [
  ['answers a signed request', async (endpoint) => answerProblem(await call(endpoint))],
  [
    'ignores members that it does not know',
    async (endpoint) => answerProblem(await call(endpoint, { more: { later: 1 } })),
  ],
  [
    'decides the same when the id is repeated',
    async (endpoint) => {
      const id = randomUUID();
      return difference(await call(endpoint, { id }), await call(endpoint, { id }));
    },
  ],
  [
    'decides the same when the id is repeated at once',
    async (endpoint) => {
      const id = randomUUID();
      const [first, ...others] = await Promise.all(Array.from({ length: PARALLEL }, () => call(endpoint, { id })));
      const problems = others.map((other) => (first === undefined ? null : difference(first, other)));
      return problems.find((problem) => problem !== null) ?? null;
    },
  ],
  ['refuses the signature of another secret', (endpoint) => acceptance(endpoint, { secret: OTHER_SECRET })],
  [
    'refuses a request without a signature',
    (endpoint) => acceptance(endpoint, { headers: { 'webhook-signature': undefined } }),
  ],
  [
    'refuses a changed body',
    (endpoint) => acceptance(endpoint, { tamper: (body) => body.replace('"locale":"en"', '"locale":"xx"') }),
  ],
  ['refuses a changed id', (endpoint) => acceptance(endpoint, { headers: { 'webhook-id': randomUUID() } })],
  ['refuses a timestamp of 10 minutes ago', (endpoint) => acceptance(endpoint, { at: new Date(Date.now() - OLD_MS) })],
];

/** Plays what the platform sends, and what others could send, against an endpoint. */
export async function checkEndpoint(endpoint: Endpoint): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const [check, run] of CHECKS) findings.push({ check, problem: await run(endpoint) });
  return findings;
}
