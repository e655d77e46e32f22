import { follow } from './follow.js';
import { ProblemError } from './problem-error.js';

const OWN = '/v1/realtime/submissions';

const frame = (id: string, event: string, data: object = {}) =>
  `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;

/** Answers one request after the other and records the requests. */
function answering(...answers: (Response | Error)[]) {
  const asked: Request[] = [];
  const fetch = (request: Request) => {
    asked.push(request);
    const answer = answers.shift() ?? new Error('connection refused');
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  return { asked, fetch };
}

const stream = (...parts: string[]) =>
  new Response(new Blob(parts).stream(), { headers: { 'content-type': 'text/event-stream' } });

const problem = (status: number, code: string) =>
  Response.json({ code, status, detail: '' }, { status, headers: { 'retry-after': '0' } });

/** The first events of the stream. */
async function first(count: number, events: ReturnType<typeof follow<typeof OWN>>) {
  const heard = [];
  for await (const one of events) {
    heard.push(one);
    if (heard.length === count) break;
  }
  return heard;
}

describe('a follower', () => {
  it('resumes after the last received event, over broken connections and temporary refusals', async () => {
    const { asked, fetch } = answering(
      stream(frame('a-1', 'ready'), ': ping\n\n', frame('a-4', 'submission.claimed', { id: 'x' }), 'id: a-5\neve'),
      new Error('connection refused'),
      problem(503, 'SERVICE_UNAVAILABLE'),
      problem(429, 'RATE_LIMITED'),
      stream(frame('a-4', 'ready'), frame('a-6', 'submission.claimed', { id: 'y' })),
      stream(frame('b-1', 'reset')),
    );
    const heard = await first(3, follow(OWN, { baseUrl: 'http://api.test', token: () => 'svcu_x', fetch }));
    expect(heard).toEqual([
      { id: 'a-4', event: { id: 'x' } },
      { id: 'a-6', event: { id: 'y' } },
      { id: 'b-1', event: null },
    ]);
    const ids = asked.map(({ headers }) => headers.get('last-event-id'));
    expect(ids).toEqual([null, 'a-4', 'a-4', 'a-4', 'a-4', 'a-6']);
    expect(asked[0]?.url).toBe(`http://api.test${OWN}`);
    expect(asked[0]?.headers.get('authorization')).toBe('Bearer svcu_x');
  });

  it('keeps the id of a connection that broke before the first event', async () => {
    const { asked, fetch } = answering(
      stream(frame('a-7', 'ready')),
      stream(frame('a-7', 'ready'), ': ping\n\n', frame('a-8', 'ready')),
      stream(frame('a-9', 'submission.claimed')),
    );
    await first(1, follow(OWN, { baseUrl: 'http://api.test', fetch }));
    expect(asked.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, 'a-7', 'a-8']);
  });

  it('names the project, ends when the caller stops, and throws without access', async () => {
    const { asked, fetch } = answering(stream(frame('a-1', 'submission.claimed')));
    const left = new AbortController();
    const events = follow('/v1/realtime/projects/{projectId}/submissions', {
      baseUrl: 'http://api.test',
      projectId: 'p/1',
      signal: left.signal,
      fetch,
    });
    for await (const { id } of events) {
      expect(id).toBe('a-1');
      left.abort();
    }
    expect(asked.map(({ url }) => url)).toEqual(['http://api.test/v1/realtime/projects/p%2F1/submissions']);

    const refused = follow(OWN, { baseUrl: 'http://api.test', ...answering(problem(404, 'NOT_FOUND')) });
    const error = await first(1, refused).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProblemError);
    expect(error).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('ends a connection when the caller stops, in any state of the request', async () => {
    const left = new AbortController();
    let isCancelled = false;
    const open = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.from(frame('a-1', 'submission.claimed'))),
      cancel: () => void (isCancelled = true),
    });
    const { fetch } = answering(new Response(open, { headers: { 'content-type': 'text/event-stream' } }));
    const events = follow(OWN, { baseUrl: 'http://api.test', signal: left.signal, fetch });
    await events.next();
    setTimeout(() => left.abort(), 50);
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(isCancelled).toBe(true);
  });
});
