import { createHash } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { receiveMessengerUpdate } from '@questp/messages/integrations';
import { unsubscribe } from '@questp/messages/notifier';
import { createProject } from '@questp/messages/quests';
import { started, waitFor } from '@questp/testing';
import fc from 'fast-check';
import { MAX_DROPPED_BYTES, MAX_DROPPED_MS } from './drop-rest.js';
import { startEdge } from '../testing/edge.fixture.js';
import { bearer, userId, uuid } from '../testing/gateway.fixture.js';

describe('a request body at the gateway', () => {
  const edge = started(startEdge);

  const createWith = (body: string | Uint8Array<ArrayBuffer>, headers?: Record<string, string>) =>
    edge.post('/v1/projects', body, headers);

  it.each([
    ['a change', 'PATCH', '/v1/users/me'],
    ['members that have to be there', 'POST', '/v1/projects'],
    ['an order', 'PUT', `/v1/projects/${uuid(1)}/campaigns/${uuid(1)}/quests/order`],
  ])('refuses %s without a body before anybody is asked', async (_, method, path) => {
    edge.services.roles.set(`${uuid(1)} ${userId(1)}`, 'project_admin');
    const { status, body } = await edge.call(method, path, { headers: bearer(edge.token) });
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors).toEqual([expect.objectContaining({ pointer: '', code: 'REQUIRED' })]);
  });

  it.each([
    ['text', 'text/plain', '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a form', 'application/x-www-form-urlencoded', 'a=1', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['another charset', 'application/json; charset=utf-16', '{}', 415, 'UNSUPPORTED_MEDIA_TYPE'],
    ['a body above 128 KiB', 'application/json', `{"name":"${'x'.repeat(128 * 1024)}"}`, 413, 'PAYLOAD_TOO_LARGE'],
    ['half a document', 'application/json', '{"name":', 400, 'INVALID_JSON'],
    ['a comment', 'application/json', '{"name":"x"/**/}', 400, 'INVALID_JSON'],
    ['a trailing comma', 'application/json', '{"name":"x",}', 400, 'INVALID_JSON'],
    ['two byte order marks', 'application/json', '\ufeff\ufeff{}', 400, 'INVALID_JSON'],
    ['a list', 'application/json', '[]', 400, 'VALIDATION_FAILED'],
    ['a string', 'application/json', '"x"', 400, 'VALIDATION_FAILED'],
    ['null', 'application/json', 'null', 400, 'VALIDATION_FAILED'],
    ['nothing', 'application/json', '', 400, 'VALIDATION_FAILED'],
  ])('refuses %s as a body', async (_, type, body, status, code) => {
    const answer = await createWith(body, { 'content-type': type });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it.each([
    ['application/json', '\ufeff'],
    ['Application/JSON;charset=UTF-8', ''],
    ['application/json; charset="utf-8"', ''],
    ['application/json; charset=us-ascii', ''],
  ])('takes JSON as %s, after "%s"', async (type, mark) => {
    const { body } = await createWith(`${mark}{"name":1}`, { 'content-type': type });
    expect(body).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' });
    expect(body.errors?.map(({ pointer }) => pointer)).toContain('/name');
  });

  describe('of a platform', () => {
    /** A message with its most characters outside of ASCII, and a hundred links. */
    const message = {
      text: 'ж'.repeat(4_096),
      entities: Array.from({ length: 100 }, (_, n) => ({
        ...{ type: 'text_link', offset: n, length: 1, url: `https://orbit-quests.example/${'x'.repeat(1_000)}` },
      })),
    };
    const escaped = (json: object) => JSON.stringify(json).replaceAll('ж', String.raw`\u0436`);
    const send = (body: string) =>
      edge.call('POST', '/v1/messenger/webhook', { body, headers: { 'content-type': 'application/json' } });

    it('is passed on as it was sent, with a message of the most links that answers another one', async () => {
      const received: string[] = [];
      await edge.services.answer(receiveMessengerUpdate, ({ body }) => {
        received.push(body);
        return null;
      });
      const body = escaped({ update_id: 1, message: { ...message, reply_to_message: message } });
      expect(body.length).toBeGreaterThan(200_000);
      expect((await send(body)).status).toBe(204);
      expect(received).toEqual([body]);
    });

    it.each([
      ['768 KiB', 768 * 1024, ' '],
      ['what the broker takes', 600 * 1024, '"'],
    ])('is refused above %s', async (_, length, character) => {
      const padding = character === '"' ? String.raw`\"`.repeat(length / 2) : character.repeat(length);
      const { status, body } = await send(`{"update_id":1,"text":"${padding}"}`);
      expect([status, body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
    });
  });

  describe('a body far above the limit', () => {
    const head = (how: string, token = edge.token) =>
      `POST /v1/projects HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${how}\r\n\r\n`;
    /** A connection with the head of a request sent, and everything received on it. */
    const open = (how: string, token?: string) => {
      const { hostname, port } = new URL(edge.url);
      const socket = connect(Number(port), hostname);
      const received = { text: '', failed: false };
      socket.setEncoding('utf8').on('data', (text: string) => (received.text += text));
      socket.on('error', () => (received.failed = true));
      socket.write(head(how, token));
      return { socket, received };
    };
    const part = Buffer.alloc(64 * 1024, ' ');
    /** Writes everything before it reads. */
    const writeAll = async (socket: Socket, bytes: number, chunked = false) => {
      socket.pause();
      for (let sent = 0; sent < bytes && !socket.destroyed; sent += part.length) {
        const frame = chunked ? Buffer.concat([Buffer.from('10000\r\n'), part, Buffer.from('\r\n')]) : part;
        await new Promise<void>((resolve) => socket.write(frame, () => resolve()));
      }
      if (chunked) socket.write('0\r\n\r\n');
      socket.resume();
    };
    const MIB = 1024 * 1024;

    it.each([
      ['with its length', `Content-Length: ${8 * MIB}`, false],
      ['in chunks', 'Transfer-Encoding: chunked', true],
    ])('is answered 413 so that a client that reads last sees it, %s', async (_, how, chunked) => {
      const { socket, received } = open(how);
      await writeAll(socket, 8 * MIB, chunked);
      await waitFor(() => received.text.endsWith('}'));
      expect(received.text).toMatch(/^HTTP\/1\.1 413 [^]*"code":"PAYLOAD_TOO_LARGE"/);
      // The connection can be used again.
      received.text = '';
      socket.write('GET /v1/task-types HTTP/1.1\r\nHost: a\r\n\r\n');
      await waitFor(() => received.text.endsWith('}'));
      expect([received.text.slice(0, 15), received.failed]).toEqual(['HTTP/1.1 200 OK', false]);
      socket.destroy();
    });

    it('is answered 413 so that fetch receives it, also if it is refused before it is read', async () => {
      const body = new Uint8Array(8 * MIB).fill(0x20);
      for (let n = 0; n < 5; n += 1) {
        const answer = await edge.post('/v1/projects', body);
        expect([answer.status, answer.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      }
      const { socket, received } = open(`Content-Length: ${8 * MIB}`, 'nobody');
      await writeAll(socket, 8 * MIB);
      await waitFor(() => received.text.endsWith('}'));
      expect(received.text).toMatch(/^HTTP\/1\.1 401 /);
      socket.destroy();
    });

    it('is read up to a bound of bytes and time, and then cut off', async () => {
      const endless = open(`Content-Length: ${2 * MAX_DROPPED_BYTES}`);
      const stuck = open(`Content-Length: ${8 * MIB}`);
      const began = performance.now();
      let sent = 0;
      while (!endless.socket.destroyed && sent < 2 * MAX_DROPPED_BYTES) {
        await new Promise<void>((resolve) => endless.socket.write(part, () => resolve()));
        sent += part.length;
      }
      await waitFor(() => endless.socket.destroyed);
      // Plus what the sockets hold.
      expect(sent).toBeLessThan(MAX_DROPPED_BYTES + 8 * MIB);
      await waitFor(() => stuck.socket.destroyed, { timeoutMs: 2 * MAX_DROPPED_MS });
      expect(performance.now() - began).toBeGreaterThan(MAX_DROPPED_MS - 1_000);
      for (const { received } of [endless, stuck])
        expect(received.text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413']);
    }, 40_000);
  });

  it('takes forms of mail clients where they unsubscribe, unread, and bodies of nothing else (RFC 8058)', async () => {
    const asked: string[] = [];
    await edge.services.answer(unsubscribe, ({ token }) => {
      asked.push(token);
      return { types: ['campaign.ended'] };
    });
    const token = `${'a'.repeat(600)}.${'b'.repeat(43)}`;
    const post = (type: string | undefined, body?: string | FormData, path = token) =>
      edge.call('POST', `/v1/notifications/unsubscribe/${path}`, {
        ...(body !== undefined && { body }),
        ...(type !== undefined && { headers: { 'content-type': type } }),
      });
    const form = new FormData();
    form.append('List-Unsubscribe', 'One-Click');
    const urlencoded = 'application/x-www-form-urlencoded';
    const answers = [
      await post(urlencoded, 'List-Unsubscribe=One-Click'),
      await post(undefined, form),
      await post('application/json', '{}'),
      await post(undefined),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(asked).toEqual(answers.map(() => token));
    expect((await post('text/plain', 'x')).status).toBe(415);
    expect((await post('application/json', '{"token":"x"}')).status).toBe(400);
    expect((await post(urlencoded, 'x', 'no-token')).body.code).toBe('NOT_FOUND');
    expect((await post(urlencoded, 'x', `${'a'.repeat(60)}.${'b'.repeat(42)}`)).body.code).toBe('NOT_FOUND');
    expect(edge.lines.join('')).not.toContain(token);
    expect(asked).toHaveLength(answers.length);
  });

  it('takes UTF-8 by name and refuses bytes that are not UTF-8', async () => {
    const type = { 'content-type': 'application/json; charset="UTF-8"' };
    expect((await createWith('{"slug":"a-b-c","name":"x"}', type)).status).toBe(201);
    const { body } = await createWith(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]));
    expect(body.code).toBe('INVALID_JSON');
  });

  it.each([
    ['a member twice', '{"slug":"a-b-c","name":"x","name":"y"}', 'DUPLICATE_JSON_KEY', '/name', 'DUPLICATE'],
    [
      'a member twice by an escape',
      '{"links":{"a":"https://x.y","\\u0061":""}}',
      'DUPLICATE_JSON_KEY',
      '/links/a',
      'DUPLICATE',
    ],
    ['__proto__', '{"__proto__":{"role":"x"}}', 'VALIDATION_FAILED', '/__proto__', 'UNKNOWN_MEMBER'],
    ['constructor', '{"links":{"constructor":"x"}}', 'VALIDATION_FAILED', '/links/constructor', 'UNKNOWN_MEMBER'],
    ['an inherited name', '{"toString":1}', 'VALIDATION_FAILED', '/toString', 'UNKNOWN_MEMBER'],
    ['half a surrogate pair', '{"name":"\\ud800"}', 'VALIDATION_FAILED', '/name', 'CHARACTER'],
    ['NUL', '{"name":"\\u0000"}', 'VALIDATION_FAILED', '/name', 'CHARACTER'],
    ['1e400', '{"name":1e400}', 'VALIDATION_FAILED', '/name', 'RANGE'],
    ['2^53+1', '{"a":[9007199254740993]}', 'VALIDATION_FAILED', '/a/0', 'RANGE'],
  ])('refuses %s anywhere in a body', async (_, text, code, pointer, fieldCode) => {
    const { status, body } = await createWith(text);
    expect([status, body.code]).toEqual([400, code]);
    expect(body.errors).toEqual([expect.objectContaining({ pointer, code: fieldCode })]);
  });

  it('refuses a body nested more than 64 levels deep and takes 64', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
    expect((await createWith(`{"a":${nested(64)}}`)).body.code).toBe('INVALID_JSON');
    expect((await createWith(`{"a":${nested(63)}}`)).body.code).toBe('VALIDATION_FAILED');
    expect((await createWith(nested(50_000))).body.code).toBe('INVALID_JSON');
  });

  it('reports each invalid member of a body by pointer and code', async () => {
    const links = { docs: 'http://example.org' };
    const { body } = await createWith(JSON.stringify({ slug: 'A!', description: 7, links }));
    expect(body.errors?.map(({ pointer, code }) => `${pointer} ${code}`).sort()).toEqual([
      '/description TYPE',
      '/links/docs FORMAT',
      '/name REQUIRED',
      '/slug LENGTH',
    ]);
  });

  it('reports unknown members together with all other errors, before any service is asked', async () => {
    const asked = edge.services.requests.length;
    const { status, body } = await createWith(JSON.stringify({ slug: 'A!', role: 'project_admin', 'a/b': 1 }));
    expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
    expect(body.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/role UNKNOWN_MEMBER',
      '/a~1b UNKNOWN_MEMBER',
      '/slug LENGTH',
      '/name REQUIRED',
    ]);
    expect(edge.services.requests).toHaveLength(asked);
  });

  it('refuses members where no body is taken, and takes an empty one', async () => {
    const path = `/v1/quests/${uuid(1)}/daily-checkin/check-in`;
    expect((await edge.post(path, '{"points":5}')).status).toBe(400);
    expect((await edge.post(path, '{}')).status).toBe(409);
    expect((await edge.post(path, '')).status).toBe(409);
  });

  it('never answers 5xx, whatever the body', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), fc.uint8Array({ maxLength: 200 })), async (body) => {
        expect((await createWith(body)).status).toBeLessThan(500);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('never answers 5xx, whatever the members of a request hold', async () => {
    const value = fc.jsonValue();
    const request = fc.record(
      { slug: value, name: value, description: value, websiteUrl: value, logoUrl: value, links: value },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(request, async (body) => {
        expect((await createWith(JSON.stringify(body))).status).toBeLessThan(500);
      }),
      { numRuns: 150 },
    );
  }, 60_000);

  it('passes an Idempotency-Key with its scope and the hash of the raw body', async () => {
    const raw = '{"slug":"a-b-c", "name":"x"}';
    await createWith(raw, { 'idempotency-key': 'key-1' });
    const { data } = edge.services.requests.findLast(({ subject }) => subject === createProject.subject) ?? {};
    expect(data).toMatchObject({
      idempotency: {
        scope: `${userId(1)} POST /v1/projects`,
        key: 'key-1',
        requestHash: createHash('sha256').update(raw).digest('hex'),
      },
    });
    const long = await createWith('{"slug":"a-b-c","name":"x"}', { 'idempotency-key': 'x'.repeat(201) });
    expect(long.body.code).toBe('BAD_REQUEST');
  });
});
