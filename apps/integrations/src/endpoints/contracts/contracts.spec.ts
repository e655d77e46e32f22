import { createHmac } from 'node:crypto';
import type { EgressAnswer } from '@questp/egress';
import type { EndpointContractName } from '@questp/messages/integrations';
import { UnusableAnswer } from '../../outbound/described-json.js';
import { CONTRACTS } from './index.js';
import type { Check, CheckAnswer } from './endpoint-contract.js';

const url = 'https://quests.example.org/check?campaign=1';
const address = 'cosmos1QYPQ';

const checkOf = (contract: EndpointContractName, endpoint: Partial<Check['endpoint']> = {}, more = {}): Check => ({
  ...{ attemptId: 'attempt-1', projectId: 'project-1', questId: 'quest-1', userId: 'user-1' },
  ...{ startsAt: '2026-05-01T00:00:00.000Z', endsAt: '2026-05-02T00:00:00.000Z' },
  endpoint: { url, contract, ...endpoint },
  identities: {
    wallets: [{ chainId: 'cosmoshub-4', address }],
    accounts: [],
    ...{ emailSha256: null, email: null },
    ...more,
  },
});

const ACCOUNTS = {
  accounts: [
    { platform: 'microblog', accountId: '17', handle: 'Luna' },
    { platform: 'chatcomm', accountId: '18', handle: 'luna' },
    { platform: 'messenger', accountId: '19', handle: null },
  ],
  email: 'luna@example.org',
  emailSha256: 'ab'.repeat(32),
};

const requestOf = (contract: EndpointContractName, endpoint: Partial<Check['endpoint']> = {}, more = {}) =>
  CONTRACTS[contract].request(checkOf(contract, endpoint, more));

const bodyOf = (contract: EndpointContractName, endpoint: Partial<Check['endpoint']> = {}, more = {}): unknown =>
  JSON.parse(requestOf(contract, endpoint, more).body ?? '');

function read(
  contract: EndpointContractName,
  body: unknown,
  endpoint: Partial<Check['endpoint']> = {},
  status = 200,
): CheckAnswer | 'unusable' {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const answer: EgressAnswer = { outcome: 'answered', status, headers: {}, body: Buffer.from(text) };
  try {
    return CONTRACTS[contract].read(answer, checkOf(contract, endpoint));
  } catch (error) {
    if (error instanceof UnusableAnswer) return 'unusable';
    throw error;
  }
}

const pass = { result: 'pass' };
const fail = { result: 'fail' };
const BOUNDS = { minPoints: 5, maxPoints: 50 };

describe('the requests of a contract', () => {
  it('standard has the attempt, the identities, the period and the locale', () => {
    expect(requestOf('standard', { secret: 'token' })).toMatchObject({
      ...{ method: 'POST', url },
      headers: { 'content-type': 'application/json', authorization: 'Bearer token' },
    });
    expect(bodyOf('standard', {}, ACCOUNTS)).toMatchObject({
      type: 'quest.check',
      data: {
        ...{ attemptId: 'attempt-1', projectId: 'project-1', questId: 'quest-1', userId: 'user-1' },
        wallets: [{ chainId: 'cosmoshub-4', address }],
        ...ACCOUNTS,
        period: { startsAt: '2026-05-01T00:00:00.000Z', endsAt: '2026-05-02T00:00:00.000Z' },
        locale: 'en',
      },
    });
  });

  it('zealy has the accounts that are sent, and the secret as x-api-key', () => {
    expect(requestOf('zealy', { secret: 'key' }).headers).toMatchObject({ 'x-api-key': 'key' });
    const ids = { userId: 'user-1', communityId: 'project-1', subdomain: 'project-1', questId: 'quest-1' };
    expect(bodyOf('zealy', {}, ACCOUNTS)).toEqual({
      ...{ ...ids, requestId: 'attempt-1' },
      accounts: {
        ...{ email: 'luna@example.org', wallet: address },
        discord: { id: '18', handle: 'luna' },
        twitter: { id: '17', username: 'Luna' },
      },
    });
    expect(bodyOf('zealy', {}, { wallets: [] })).toEqual({ ...ids, requestId: 'attempt-1' });
  });

  it('galxe replaces $address in the URL and in a body', () => {
    const wallet = 'https://quests.example.org/check?wallet=$address';
    expect(requestOf('galxe', { url: wallet, secret: 'token' })).toEqual({
      ...{ method: 'GET', url: `https://quests.example.org/check?wallet=${address}` },
      headers: { authorization: 'Bearer token' },
    });
    const posted = { method: 'POST', body: '{"query":"{ of(id: \\"$address\\") }"}' } as const;
    expect(bodyOf('galxe', posted)).toEqual({ query: `{ of(id: "${address}") }` });
    const hostile = { wallets: [], accounts: [{ platform: 'microblog', accountId: '1', handle: 'a"&b=1#' }] };
    expect(requestOf('galxe', { url: wallet }, hostile).url).toBe(
      'https://quests.example.org/check?wallet=a%22%26b%3D1%23',
    );
    expect(bodyOf('galxe', { method: 'POST', body: '{"of":"$address"}' }, hostile)).toEqual({ of: 'a"&b=1#' });
  });

  it.each([
    ['taskon', address.toLowerCase()],
    ['taskon_reward', address.toLowerCase()],
    ['questn', address],
    ['soquest', address],
  ] as const)('%s asks with the address %s', (contract, sent) => {
    expect(requestOf(contract, { secret: 'token' })).toEqual({
      ...{ method: 'GET', url: `${url}&address=${sent}` },
      headers: { authorization: 'Bearer token' },
    });
  });

  it.each([
    [{ accounts: [{ platform: 'microblog', accountId: '17', handle: 'Luna' }] }, 'luna'],
    [{ accounts: [{ platform: 'chatcomm', accountId: '18', handle: 'luna' }] }, '18'],
    [{ email: 'Luna@example.org' }, 'luna%40example.org'],
  ])('taskon asks about %j as %s', (more, sent) => {
    expect(requestOf('taskon', {}, { wallets: [], ...more }).url).toBe(`${url}&address=${sent}`);
  });

  it('intract has the named identities and the window of the period', () => {
    const window = { startTimestamp: 1_777_593_600, endTimestamp: 1_777_680_000 };
    expect(bodyOf('intract', {}, ACCOUNTS)).toEqual({
      ...{ address, twitter: 'Luna', discord: '18', telegram: '19', email: 'luna@example.org' },
      ...window,
    });
    const { searchParams } = new URL(requestOf('intract', { method: 'GET' }).url);
    expect(Object.fromEntries(searchParams)).toEqual({
      ...{ campaign: '1', address },
      ...{ startTimestamp: String(window.startTimestamp), endTimestamp: String(window.endTimestamp) },
    });
  });

  it('thx signs its payload with the secret', () => {
    const { signature, payload } = bodyOf('thx', { secret: 'key' }, ACCOUNTS) as Record<string, string>;
    expect(signature).toBe(createHmac('sha256', 'key').update(String(payload)).digest('base64'));
    expect(JSON.parse(String(payload))).toEqual({
      ...{ type: 'quest_entry.create', identities: ['17', '18', '19', 'ab'.repeat(32)] },
      metadata: { questId: 'quest-1', attemptId: 'attempt-1' },
      wallets: [{ chainId: 'cosmoshub-4', address }],
    });
  });
});

describe('the answers of a contract', () => {
  it.each([
    [{ result: 'pass' }, {}, pass],
    [{ result: 'pass', message: 'Well done.' }, {}, { ...pass, message: 'Well done.' }],
    [{ result: 'pass', points: 50 }, BOUNDS, { ...pass, points: 50 }],
    [{ result: 'pass', points: 50 }, {}, pass],
    [{ result: 'pass', points: 51 }, BOUNDS, 'unusable'],
    [{ result: 'pass', points: 4 }, BOUNDS, 'unusable'],
    [{ result: 'pass', points: -1 }, BOUNDS, 'unusable'],
    [{ result: 'pass', points: 5.5 }, BOUNDS, 'unusable'],
    [{ result: 'pass', points: '50' }, BOUNDS, 'unusable'],
    [{ result: 'pass', points: 1e300 }, BOUNDS, 'unusable'],
    [{ result: 'fail' }, {}, fail],
    [{ result: 'fail', message: ' Trade\u202e once.\u0000 ' }, {}, { ...fail, message: 'Trade  once.' }],
    [{ result: 'fail', message: 'x'.repeat(1_000) }, {}, { ...fail, message: 'x'.repeat(300) }],
    [{ result: 'fail', message: { text: 'x' } }, {}, fail],
    [{ result: 'fail', message: ' ' }, {}, fail],
    [{ result: 'pending', retryAfterSeconds: 60 }, {}, { result: 'pending', retryAfterSeconds: 60 }],
    [{ result: 'pending' }, {}, 'unusable'],
    [{ result: 'pending', retryAfterSeconds: 86_401 }, {}, 'unusable'],
    [{ result: 'PASS' }, {}, 'unusable'],
    [{ result: true }, {}, 'unusable'],
    [{}, {}, 'unusable'],
    [[{ result: 'pass' }], {}, 'unusable'],
    ['', {}, 'unusable'],
    ['pass', {}, 'unusable'],
    ['{"result":"pass"', {}, 'unusable'],
    ['[' + '['.repeat(10_000), {}, 'unusable'],
  ])('standard: %j with %j is %j', (body, endpoint, expected) => {
    expect(read('standard', body, endpoint)).toEqual(expected);
  });

  it.each([
    [200, '', pass],
    [200, 'OK', pass],
    [400, { message: 'Not yet.' }, { ...fail, message: 'Not yet.' }],
    [400, { error: 'Not yet.' }, 'unusable'],
    [400, 'Bad Request', 'unusable'],
  ])('zealy: status %i with %j is %j', (status, body, expected) => {
    expect(read('zealy', body, {}, status)).toEqual(expected);
  });

  it.each([
    [1, {}, pass],
    [0, {}, fail],
    [true, {}, pass],
    [false, {}, fail],
    [{ data: { count: 12 } }, { resultPointer: '/data/count', resultAtLeast: 12 }, pass],
    [{ data: { count: 11 } }, { resultPointer: '/data/count', resultAtLeast: 12 }, fail],
    [{ data: { count: '12' } }, { resultPointer: '/data/count', resultAtLeast: 12 }, pass],
    [{ data: [{ 'a/b': true }] }, { resultPointer: '/data/0/a~1b' }, pass],
    [{ data: {} }, { resultPointer: '/data/count' }, 'unusable'],
    [{ data: {} }, { resultPointer: '/data/constructor' }, 'unusable'],
    [{ data: 'yes' }, { resultPointer: '/data' }, 'unusable'],
    [{}, {}, 'unusable'],
    ['1;process.exit()', {}, 'unusable'],
  ])('galxe: %j with %j is %j', (body, endpoint, expected) => {
    expect(read('galxe', typeof body === 'string' ? body : JSON.stringify(body), endpoint)).toEqual(expected);
  });

  it.each([
    [{ result: { isValid: true } }, pass],
    [{ result: { isValid: false } }, fail],
    [{ result: { isValid: 'true' } }, 'unusable'],
    [{ result: true }, 'unusable'],
  ])('taskon: %j is %j', (body, expected) => {
    expect(read('taskon', body)).toEqual(expected);
  });

  it.each([
    [{ result: { point: 40 } }, BOUNDS, { ...pass, points: 40 }],
    [{ result: { point: 40 } }, {}, pass],
    [{ result: { point: 0 } }, BOUNDS, fail],
    [{ result: { point: 100 } }, BOUNDS, 'unusable'],
    [{ result: {} }, BOUNDS, 'unusable'],
  ])('taskon_reward: %j with %j is %j', (body, endpoint, expected) => {
    expect(read('taskon_reward', body, endpoint)).toEqual(expected);
  });

  it.each([
    [{ data: { result: true } }, {}, pass],
    [{ data: { result: false } }, {}, fail],
    [{ ok: 1 }, { resultPointer: '/ok' }, pass],
    [{ ok: 1 }, {}, 'unusable'],
  ])('intract: %j with %j is %j', (body, endpoint, expected) => {
    expect(read('intract', body, endpoint)).toEqual(expected);
  });

  it.each([
    [{ data: { result: true } }, pass],
    [{ error: null, data: { result: true } }, pass],
    [{ error: { code: 0, message: '' }, data: { result: false } }, fail],
    [{ error: { code: 500, message: 'down' }, data: { result: false } }, 'unusable'],
    [{ data: {} }, 'unusable'],
  ])('questn: %j is %j', (body, expected) => {
    expect(read('questn', body)).toEqual(expected);
  });

  it.each([
    [{ code: 0, message: '', data: { result: true } }, pass],
    [{ code: 0, data: { result: false } }, fail],
    [{ code: 1, data: { result: false } }, 'unusable'],
    [{ data: { result: true } }, 'unusable'],
  ])('soquest: %j is %j', (body, expected) => {
    expect(read('soquest', body)).toEqual(expected);
  });

  it.each([
    [{ result: true }, {}, pass],
    [{ result: true, amount: 10 }, BOUNDS, { ...pass, points: 10 }],
    [{ result: true, amount: 10 }, {}, pass],
    [{ result: true, amount: 1_000 }, BOUNDS, 'unusable'],
    [{ result: false, amount: 10 }, BOUNDS, fail],
    [{ amount: 10 }, {}, 'unusable'],
  ])('thx: %j with %j is %j', (body, endpoint, expected) => {
    expect(read('thx', body, endpoint)).toEqual(expected);
  });
});
