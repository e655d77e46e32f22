import { receivePhotositeMessage, verifyPhotositeWebhook } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { startNats, type TestNats } from '@questp/testing';
import { StandIn, startGateway, type TestGateway } from '../testing/gateway.fixture.js';

const PATH = '/v1/photosite/webhook';

describe('the webhook of the photo site', () => {
  let nats: TestNats;
  let gateway: TestGateway;
  let services: StandIn;
  const verified: RequestOf<typeof verifyPhotositeWebhook>[] = [];
  const received: RequestOf<typeof receivePhotositeMessage>[] = [];

  beforeAll(async () => {
    nats = await startNats();
    services = await StandIn.connect(nats.url);
    gateway = await startGateway(nats.urlOf('gateway'));
    await services.answer(verifyPhotositeWebhook, (request) => {
      verified.push(request);
      return { challenge: request['hub.challenge'] };
    });
    await services.answer(receivePhotositeMessage, (request) => {
      received.push(request);
      return null;
    });
  });
  afterAll(async () => {
    await gateway.close();
    await services.close();
    await nats.stop();
  });

  it('answers the challenge as plain text', async () => {
    const query = 'hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=a%20token';
    const answer = await fetch(`${gateway.url}${PATH}?${query}`);
    expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '1158201444',
    ]);
    expect(verified).toEqual([
      { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': 'a token' },
    ]);
  });

  it.each([
    'hub.mode=unsubscribe&hub.challenge=1&hub.verify_token=x',
    'hub.mode=subscribe&hub.challenge=%3Cscript%3E&hub.verify_token=x',
    'hub.mode=subscribe&hub.challenge=1',
    '',
  ])('refuses ?%s', async (query) => {
    expect((await fetch(`${gateway.url}${PATH}?${query}`)).status).toBe(400);
  });

  it('passes on the bytes of the body and the signature', async () => {
    const body = '{ "entry":[],\n"object": "inst\\u0061gram \u00e9" }';
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': 'sha256=00', 'x-other': '1' };
    const { status } = await fetch(gateway.url + PATH, { method: 'POST', headers, body });
    expect(status).toBe(204);
    expect(received).toEqual([{ body, headers: { 'x-hub-signature-256': 'sha256=00' } }]);
  });
});
