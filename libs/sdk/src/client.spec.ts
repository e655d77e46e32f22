import { createQuestpClient } from './client.js';
import { ProblemError, unwrap, type Problem } from './problem-error.js';

const problem: Problem = {
  type: '/docs/errors#QUEST_COOLDOWN',
  title: 'The quest is available again later',
  status: 409,
  detail: 'The quest is available again later.',
  instance: '/v1/quests/q/daily-checkin/check-in',
  code: 'QUEST_COOLDOWN',
  requestId: 'request-0001',
  availableAt: '2026-05-02T00:00:00.000Z',
};

function clientThatGets(status: number, body: string, token?: string, headers: Record<string, string> = {}) {
  const requests: Request[] = [];
  const fetch = (request: Request) => {
    requests.push(request);
    return Promise.resolve(
      new Response(body, { status, headers: { 'content-type': 'application/problem+json', ...headers } }),
    );
  };
  return { requests, client: createQuestpClient({ baseUrl: 'http://api.test', token, fetch }) };
}

const checkIn = ({ client }: ReturnType<typeof clientThatGets>) =>
  client.POST('/v1/quests/{questId}/daily-checkin/check-in', { params: { path: { questId: 'q' } } });

describe('the client', () => {
  it('sends the token as a bearer token to the path of the operation', async () => {
    const given = clientThatGets(200, '{"streak":3}', 'svcu_x');
    expect((await unwrap(checkIn(given))).streak).toBe(3);
    expect(given.requests[0]?.url).toBe('http://api.test/v1/quests/q/daily-checkin/check-in');
    expect(given.requests[0]?.headers.get('authorization')).toBe('Bearer svcu_x');
  });

  it('sends no token when it has none', async () => {
    const given = clientThatGets(200, '{}');
    await checkIn(given);
    expect(given.requests[0]?.headers.has('authorization')).toBe(false);
  });

  it('turns a problem into an error that keeps its members', async () => {
    const error = await unwrap(checkIn(clientThatGets(409, JSON.stringify(problem)))).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ code: 'QUEST_COOLDOWN', status: 409, problem, retryAfter: null });
  });

  it('keeps when to retry', async () => {
    const body = JSON.stringify({ ...problem, code: 'RATE_LIMITED', status: 429 });
    const limited = unwrap(checkIn(clientThatGets(429, body, undefined, { 'retry-after': '17' })));
    await expect(limited).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: 17 });
  });

  it('says so when something else answers', async () => {
    await expect(unwrap(checkIn(clientThatGets(502, '<html>')))).rejects.toThrow('not an answer of the API');
  });
});
