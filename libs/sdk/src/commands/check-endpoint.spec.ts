import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { answerProblem, checkEndpoint } from '../endpoints/check-endpoint.js';

const SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const COMMAND = join(import.meta.dirname, '../../dist/commands/check-endpoint.js');

interface Behaviour {
  verifies: (request: IncomingMessage, body: string) => boolean;
  answer: (response: ServerResponse, id: string, body: string) => void;
}

const isSigned = ({ headers }: IncomingMessage, body: string): boolean => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = headers;
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  return (
    signature ===
    `v1,${createHmac('sha256', key)
      .update(`${String(id)}.${String(at)}.${body}`)
      .digest('base64')}`
  );
};
const isRecent = ({ headers }: IncomingMessage): boolean =>
  Math.abs(Number(headers['webhook-timestamp']) * 1_000 - Date.now()) < 300_000;

const GOOD: Behaviour = {
  verifies: (request, body) => isSigned(request, body) && isRecent(request),
  answer: (response) => response.end('{"result":"pass","points":5}'),
};

describe('the check of an endpoint', () => {
  let behaviour = GOOD;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (!behaviour.verifies(request, body)) response.writeHead(401).end();
      else behaviour.answer(response, String(request.headers['webhook-id']), body);
    });
  });
  beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
  beforeEach(() => {
    behaviour = GOOD;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/check`;
  const failures = async (change: Partial<Behaviour>) => {
    behaviour = { ...GOOD, ...change };
    const findings = await checkEndpoint({ url: url(), secret: SECRET });
    return findings.flatMap(({ check, problem }) => (problem === null ? [] : [check]));
  };

  it('passes an endpoint that verifies and answers', async () => {
    expect(await failures({})).toEqual([]);
  });

  it('finds an endpoint that verifies nothing', async () => {
    expect(await failures({ verifies: () => true })).toEqual([
      'refuses the signature of another secret',
      'refuses a request without a signature',
      'refuses a changed body',
      'refuses a changed id',
      'refuses a timestamp of 10 minutes ago',
    ]);
  });

  it('finds an endpoint that accepts old timestamps', async () => {
    expect(await failures({ verifies: isSigned })).toEqual(['refuses a timestamp of 10 minutes ago']);
  });

  it('finds an endpoint that decides anew when an id is repeated', async () => {
    let calls = 0;
    const answer: Behaviour['answer'] = (response) => {
      calls += 1;
      response.end(`{"result":"${calls % 2 === 0 ? 'pass' : 'fail'}"}`);
    };
    expect(await failures({ answer })).toEqual([
      'decides the same when the id is repeated',
      'decides the same when the id is repeated at once',
    ]);
  });

  it('allows another answer for the same id while it is pending', async () => {
    const answer: Behaviour['answer'] = (response) => response.end('{"result":"pending","retryAfterSeconds":60}');
    expect(await failures({ answer })).toEqual([]);
  });

  it('finds an endpoint that refuses members that it does not know', async () => {
    const answer: Behaviour['answer'] = (response, _, body) =>
      body.includes('later') ? response.writeHead(400).end() : response.end('{"result":"pass"}');
    expect(await failures({ answer })).toEqual(['ignores members that it does not know']);
  });

  it.each([
    [200, '{"result":"pass"}', null],
    [200, '{"result":"fail","message":"Trade once."}', null],
    [200, '{"result":"fail","message":7}', 'message is not a text of at most 300 characters'],
    [200, `{"result":"fail","message":"${'x'.repeat(301)}"}`, 'message is not a text of at most 300 characters'],
    [200, '{"result":"pass","points":1.5}', 'points is not a whole number from 0 to 1000000'],
    [200, '{"result":"pending"}', 'retryAfterSeconds is not 0 to 86400'],
    [200, '{"result":true}', 'result is none of pass, fail and pending'],
    [200, 'pass', 'the body is not a JSON object'],
    [200, '[]', 'the body is not a JSON object'],
    [200, `{"result":"pass","more":"${'x'.repeat(17_000)}"}`, 'more than 16 KiB'],
    [201, '{"result":"pass"}', 'status 201 instead of 200'],
    [302, '', 'status 302 instead of 200'],
  ])('says of status %i with %s: %s', (status, body, problem) => {
    expect(answerProblem({ status, body })).toBe(problem);
  });

  it('is a command, whose exit code says the result', async () => {
    const command = (...args: string[]) =>
      new Promise<{ code: number; output: string }>((resolve) => {
        const env = { PATH: process.env['PATH'] };
        const child = execFile(process.execPath, [COMMAND, ...args], { env }, (_, stdout, stderr) =>
          resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
        );
      });
    const passed = await command(url(), '--secret', SECRET);
    expect([passed.code, passed.output.split('\n')[0]]).toEqual([0, 'ok    answers a signed request']);
    behaviour = { ...GOOD, verifies: () => true };
    expect((await command(url(), '--secret', SECRET)).code).toBe(1);
    for (const args of [[], [url()], [url(), '--secret', 'x'], [url(), '--nothing']]) {
      expect((await command(...args)).code).toBe(3);
    }
    expect((await command('--help')).code).toBe(0);
  });
});
