import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BytesServer } from '@questp/bytes';
import { AppError, exportLeaderboard, exportLegacyParticipants } from '@questp/messages';
import { createLogger } from '@questp/service';
import { startNats, waitFor, type TestNats } from '@questp/testing';
import { bearer, StandIn, startGateway, userId, uuid, type TestGateway } from '../gateway.fixture.js';

const CHUNK = Buffer.alloc(64 * 1024, 'x');

describe('a file', () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let services: StandIn;
  let server: BytesServer;
  let headers: Record<string, string>;
  /** What the service sends next. */
  let send: () => Promise<Readable>;
  let begun = 0;
  let fileName = 'moon-launch-leaderboard-2026-05-01.csv';

  beforeAll(async () => {
    nats = await startNats();
    services = await StandIn.connect(nats.url);
    server = new BytesServer(createLogger('exports', 'silent'));
    await server.listen('127.0.0.1', 0);
    services.answer(exportLeaderboard, () => ({
      url: server.offer(() => {
        begun += 1;
        return send();
      }),
      fileName,
      manifestId: uuid(7),
    }));
    gateway = await startGateway(nats.url);
    services.roles.set(`${uuid(1)} ${userId(1)}`, 'project_moderator');
    const token = services.token({ family: 'user', userId: userId(1), sessionId: uuid(9), status: 'active' });
    headers = bearer(token);
  }, 60_000);
  afterAll(async () => {
    await gateway.close();
    await server.close();
    await services.close();
    await nats.stop();
  });

  const path = `/v1/projects/${uuid(1)}/campaigns/${uuid(2)}/exports/leaderboard.csv`;
  const ask = async (method = 'GET'): Promise<IncomingMessage> => {
    const asked = get(gateway.url + path, {
      headers: { ...headers, 'accept-encoding': 'gzip, br' },
      method,
      agent: false,
    });
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  };
  const endless = () => {
    const bytes = new Readable({ read: () => void bytes.push(CHUNK) });
    send = () => Promise.resolve(bytes);
    return bytes;
  };

  it('comes as it was sent, with its type and its name', async () => {
    send = () => Promise.resolve(Readable.from([Buffer.from('\uFEFFrank\r\n'), Buffer.from('1\r\n')]));
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="moon-launch-leaderboard-2026-05-01.csv"',
      'cache-control': 'private, no-store',
      'x-manifest-id': uuid(7),
    });
    expect(answer.headers['content-encoding']).toBeUndefined();
    expect((await buffer(answer)).toString()).toBe('\uFEFFrank\r\n1\r\n');
  });

  it('A-83 has a name that is no header of its own, whatever the service says', async () => {
    const known = fileName;
    fileName = 'a"\r\nset-cookie: x=1;../\\é.csv';
    try {
      send = () => Promise.resolve(Readable.from(['x']));
      const answer = await ask();
      expect(answer.headers['content-disposition']).toBe('attachment; filename="a___set-cookie__x_1_..___.csv"');
      expect(answer.headers['set-cookie']).toBeUndefined();
      answer.resume();
    } finally {
      fileName = known;
    }
  });

  it('has an old way, which says since when it is one, and where the new one is', async () => {
    services.answer(exportLegacyParticipants, () => ({ filename: 'moon-all-participants-2026-05-01.csv', csv: '' }));
    const { headers: answered } = await fetch(`${gateway.url}/v1/projects/${uuid(1)}/participants/export`, { headers });
    expect(answered.get('deprecation')).toMatch(/^@17\d{8}$/);
    expect(answered.get('link')).toBe(`</v1/projects/${uuid(1)}/exports/participants.csv>; rel="successor-version"`);
  });

  it('is not made for a HEAD', async () => {
    const before = begun;
    const answer = await ask('HEAD');
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(begun).toBe(before);
  });

  it('A-82 ends at the service when the client leaves', async () => {
    const bytes = endless();
    const answer = await ask();
    await once(answer, 'data');
    answer.destroy();
    await waitFor(() => bytes.destroyed);
  });

  it('A-82 breaks off when the service fails in the middle', async () => {
    const bytes = endless();
    const answer = await ask();
    await once(answer, 'data');
    bytes.destroy(new Error('the database is gone'));
    await expect(buffer(answer)).rejects.toThrow('aborted');
  });

  it('is refused with a problem where the service refuses it before the first byte', async () => {
    send = () => Promise.reject(new AppError('RATE_LIMITED', { retryAfter: 5 }));
    const answer = await ask();
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '5']);
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(JSON.parse((await buffer(answer)).toString())).toMatchObject({ code: 'RATE_LIMITED' });
  });
});
