import { once } from 'node:events';
import { get, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { BytesServer, FileReaders } from '@questp/bytes';
import { exportLeaderboard, exportLegacyParticipants } from '@questp/messages/exports';
import { openEvidence, openImage, receiveUpload } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { PRINCIPAL_REVOKED } from '@questp/messages/tables';
import { createLogger } from '@questp/service';
import { startNats, waitFor, type TestNats } from '@questp/testing';
import { bearer, StandIn, startGateway, userId, uuid, type TestGateway } from '../testing/gateway.fixture.js';

const CHUNK = Buffer.alloc(64 * 1024, 'x');

describe('a file', () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let services: StandIn;
  let server: BytesServer;
  let headers: Record<string, string>;
  /** The next bytes of the service. */
  let send: () => Promise<Readable>;
  let begun = 0;
  let fileName = 'moon-launch-leaderboard-2026-05-01.csv';
  const readers = new FileReaders(2);

  beforeAll(async () => {
    nats = await startNats();
    services = await StandIn.connect(nats.url);
    server = new BytesServer(createLogger('exports', 'silent'));
    await server.listen('127.0.0.1', 0);
    await services.answer(exportLeaderboard, ({ reader }) => {
      const giveBack = readers.admit(reader);
      const open = () => {
        begun += 1;
        return send();
      };
      return { fileName, manifestId: uuid(7), ...(giveBack && { url: server.offer(giveBack, open) }) };
    });
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
    }).on('error', () => undefined);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer;
  };
  const endless = () => {
    const bytes = new Readable({ read: () => void bytes.push(CHUNK) });
    send = () => Promise.resolve(bytes);
    return bytes;
  };

  it('arrives unchanged, with its type and name', async () => {
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

  it('A-83 is sent without injected headers when its name contains header syntax', async () => {
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
    await services.answer(exportLegacyParticipants, () => ({
      fileName: 'moon-all-participants-2026-05-01.json',
      url: server.offer(
        () => undefined,
        () => Promise.resolve(Readable.from(['{}'])),
      ),
    }));
    const answer = await fetch(`${gateway.url}/v1/projects/${uuid(1)}/participants/export`, { headers });
    expect(answer.headers.get('deprecation')).toMatch(/^@17\d{8}$/);
    expect(answer.headers.get('link')).toBe(
      `</v1/projects/${uuid(1)}/exports/participants.csv>; rel="successor-version"`,
    );
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await answer.json()).toEqual({});
  });

  it('is not made for a HEAD, which takes no place either, however often it is asked', async () => {
    const before = begun;
    for (let n = 0; n < 5; n += 1) {
      const answer = await ask('HEAD');
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8']);
    }
    expect(begun).toBe(before);
    send = () => Promise.resolve(Readable.from(['x']));
    expect((await buffer(await ask())).toString()).toBe('x');
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
    await expect(buffer(answer)).rejects.toThrow(/aborted|ECONNRESET/);
  });

  it.each(['role', 'session'] as const)('is broken off within 5 s when its reader loses its %s', async (lost) => {
    const bytes = endless();
    const member = userId(lost === 'role' ? 2 : 3);
    services.roles.set(`${uuid(1)} ${member}`, 'project_moderator');
    const token = services.token({ family: 'user', userId: member, sessionId: uuid(8), status: 'active' });
    const asked = get(gateway.url + path, { headers: bearer(token), agent: false }).on('error', () => undefined);
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    let received = 0;
    answer.on('data', (chunk: Buffer) => (received += chunk.length)).on('error', () => undefined);
    // A check that confirms the access has no effect.
    await sleep(2_500);
    expect([answer.destroyed, bytes.destroyed]).toEqual([false, false]);
    if (lost === 'role') services.roles.delete(`${uuid(1)} ${member}`);
    else services.forget(token);
    const began = performance.now();
    if (lost === 'session')
      await services.publish(PRINCIPAL_REVOKED, { family: 'user', id: member, sessionId: uuid(8) });
    await waitFor(() => answer.destroyed && bytes.destroyed);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect([answer.complete, received > 0]).toEqual([false, true]);
  });

  it('is refused with a problem where the service refuses it before the first byte', async () => {
    send = () => Promise.reject(new AppError('RATE_LIMITED', { retryAfter: 5 }));
    const answer = await ask();
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '5']);
    expect(answer.headers['content-disposition']).toBeUndefined();
    expect(JSON.parse((await buffer(answer)).toString())).toMatchObject({ code: 'RATE_LIMITED' });
  });

  describe('A-79 that was uploaded', () => {
    const get = (path: string, more: Record<string, string> = {}) =>
      fetch(`${gateway.url}/v1/files/${uuid(3)}/${path}`, { headers: { ...headers, ...more } });
    let made = 0;

    beforeAll(async () => {
      const bytes = () => {
        made += 1;
        return Promise.resolve(Readable.from(['<script>']));
      };
      await services.answer(openImage, () => ({
        url: server.offer(() => undefined, bytes),
        fileName: 'x.webp',
        contentType: 'image/webp',
        etag: '"x.512.webp"',
      }));
      await services.answer(openEvidence, () => ({
        url: server.offer(() => undefined, bytes),
        fileName: 'x.pdf',
        contentType: 'application/pdf',
      }));
    });

    it('is a picture that anybody keeps for good', async () => {
      const answer = await get('image');
      expect(await answer.text()).toBe('<script>');
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        etag: '"x.512.webp"',
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      });
      expect(answer.headers.get('content-disposition')).toBeNull();
    });

    it('is not made again for a client that has it', async () => {
      const before = made;
      const answer = await get('image', { 'if-none-match': 'W/"y", "x.512.webp"' });
      expect([answer.status, await answer.text(), answer.headers.get('etag')]).toEqual([304, '', '"x.512.webp"']);
      expect((await get('image', { 'if-none-match': '"x.256.webp"' })).status).toBe(200);
      expect(made).toBe(before + 1);
    });

    it('is evidence: an attachment, not cached, not rendered', async () => {
      const answer = await get('evidence');
      await answer.text();
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': 'attachment; filename="x.pdf"',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      });
    });
  });

  describe('that is uploaded', () => {
    /** What the service does with the received bytes. */
    let take: (bytes: Readable) => Promise<object>;

    beforeAll(() =>
      services.answer(receiveUpload, () => ({
        url: server.accept(
          () => undefined,
          (bytes) => take(bytes),
        ),
      })),
    );

    const put = (sent: Record<string, string | number>): ClientRequest =>
      request(`${gateway.url}/v1/files/${uuid(3)}/content?signature=${'s'.repeat(43)}`, {
        method: 'PUT',
        agent: false,
        headers: sent,
      });
    const answerTo = async (asked: ClientRequest) => {
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return { status: answer.statusCode, body: (await buffer(answer)).toString() };
    };

    it('arrives at the service unchanged, with any type, without a token', async () => {
      const received: Buffer[] = [];
      take = async (bytes) => {
        received.push(await buffer(bytes));
        return {};
      };
      for (const type of ['image/png', 'application/json', 'text/plain; charset=utf-16']) {
        const asked = put({ 'content-type': type, 'content-length': 3 });
        asked.end('{"}');
        expect(await answerTo(asked)).toEqual({ status: 204, body: '' });
      }
      expect(received.map(String)).toEqual(['{"}', '{"}', '{"}']);
    });

    it('is passed on as it comes: the service has the first bytes before the last ones are sent', async () => {
      let size = 0;
      take = async (bytes) => {
        for await (const chunk of bytes as AsyncIterable<Buffer>) size += chunk.length;
        return {};
      };
      const asked = put({ 'content-type': 'image/png', 'content-length': 2 * CHUNK.length });
      asked.write(CHUNK);
      await waitFor(() => size > 0);
      asked.end(CHUNK);
      expect((await answerTo(asked)).status).toBe(204);
      expect(size).toBe(2 * CHUNK.length);
    });

    it('A-77 is refused without a length, before a byte of it is asked for', async () => {
      let taken = 0;
      take = () => Promise.resolve({ taken: (taken += 1) });
      const asked = put({ 'content-type': 'image/png', 'transfer-encoding': 'chunked' });
      asked.end('abc');
      const { status, body } = await answerTo(asked);
      expect([status, JSON.parse(body)]).toMatchObject([411, { code: 'LENGTH_REQUIRED' }]);
      expect(taken).toBe(0);
    });

    it('is refused with a problem where the service refuses it', async () => {
      take = (bytes) => {
        bytes.resume();
        return Promise.reject(new AppError('UPLOAD_BROKEN'));
      };
      const asked = put({ 'content-type': 'image/png', 'content-length': 3 });
      asked.end('abc');
      const { status, body } = await answerTo(asked);
      expect([status, JSON.parse(body)]).toMatchObject([400, { code: 'UPLOAD_BROKEN' }]);
    });

    it('breaks off at the service when the client leaves', async () => {
      let taken: Readable | undefined;
      take = async (bytes) => {
        bytes.once('data', () => (taken = bytes));
        await once(bytes, 'end');
        return {};
      };
      const asked = put({ 'content-type': 'image/png', 'content-length': 3 });
      asked.on('error', () => undefined);
      asked.write('a');
      await waitFor(() => taken !== undefined);
      asked.destroy();
      await waitFor(() => taken?.destroyed);
    });
  });
});
