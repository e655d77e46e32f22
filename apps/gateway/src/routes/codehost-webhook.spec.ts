import { once } from 'node:events';
import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { BytesServer } from '@questp/bytes';
import { MAX_CODEHOST_EVENT_BYTES, receiveCodehostEvent } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { createLogger } from '@questp/service';
import { startNats, type TestNats } from '@questp/testing';
import { StandIn, startGateway, uuid, type TestGateway } from '../testing/gateway.fixture.js';

const PATH = `/v1/codehost/webhook/${uuid(1)}`;

describe('the webhook of the code host', () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let services: StandIn;
  const bytes = new BytesServer(createLogger('integrations', 'silent'));
  let take: (body: Readable) => Promise<object>;

  beforeAll(async () => {
    nats = await startNats();
    services = await StandIn.connect(nats.url);
    gateway = await startGateway(nats.urlOf('gateway'), { LIMIT_ANONYMOUS: 3 });
    await bytes.listen('127.0.0.1', 0);
    await services.answer(receiveCodehostEvent, () => ({
      url: bytes.accept(
        () => undefined,
        (body) => take(body),
      ),
    }));
  });
  afterAll(async () => {
    await gateway.close();
    await bytes.close();
    await services.close();
    await nats.stop();
  });
  beforeEach(() => {
    take = async (body) => {
      await buffer(body);
      return {};
    };
  });

  const post = async (body: string, type = 'application/json') => {
    const answer = await fetch(`${gateway.url}${PATH}`, { method: 'POST', headers: { 'content-type': type }, body });
    const text = await answer.text();
    return { status: answer.status, code: text === '' ? null : (JSON.parse(text) as { code: string }).code };
  };

  it('takes bodies of 25 MB, and passes them on as they are', async () => {
    const received: Buffer[] = [];
    take = async (body) => {
      received.push(await buffer(body));
      return {};
    };
    const sent = `"${'é'.repeat(MAX_CODEHOST_EVENT_BYTES / 2 - 1)}"`;
    expect(await post(sent)).toEqual({ status: 204, code: null });
    expect(received[0]?.equals(Buffer.from(sent))).toBe(true);
    expect(await post('')).toEqual({ status: 204, code: null });
  });

  it('answers a larger body to a client that reads after it has sent all of it', async () => {
    const size = MAX_CODEHOST_EVENT_BYTES + 1;
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${PATH} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${size}\r\n\r\n`,
    );
    await new Promise<void>((sent) => socket.write('x'.repeat(size), () => sent()));
    const [first] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(first.toString()).toMatch(/^HTTP\/1.1 413 /);
  });

  it('answers the refusal of a service in the middle of the body', async () => {
    take = () => Promise.reject(new AppError('RATE_LIMITED', { retryAfter: 60 }));
    expect(await post('x'.repeat(5_000_000))).toEqual({ status: 429, code: 'RATE_LIMITED' });
  });

  it('takes JSON alone', async () => {
    expect(await post('{}', 'text/plain')).toEqual({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it('counts bodies with a wrong signature as anonymous requests of their address', async () => {
    take = async (body) => {
      await buffer(body);
      throw new AppError('UNAUTHENTICATED');
    };
    const codes: (string | null)[] = [];
    for (let n = 0; n < 8; n += 1) codes.push((await post('{}')).code);
    expect(codes.slice(0, 3)).toEqual(['UNAUTHENTICATED', 'UNAUTHENTICATED', 'UNAUTHENTICATED']);
    expect(codes).toContain('RATE_LIMITED');
  });
});
