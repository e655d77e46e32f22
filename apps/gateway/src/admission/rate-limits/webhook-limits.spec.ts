import { receivePhotositeMessage } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { startNats, type TestNats } from '@questp/testing';
import { StandIn, startGateway, type TestGateway } from '../../testing/gateway.fixture.js';

describe('limits of webhooks', () => {
  let nats: TestNats;
  let services: StandIn;
  let gateway: TestGateway;

  beforeAll(async () => {
    nats = await startNats({ own: true });
    services = await StandIn.connect(nats.url);
    gateway = await startGateway(nats.urlOf('gateway'), { LIMIT_ANONYMOUS: 5, LIMIT_WEBHOOKS: 40 });
    await services.answer(receivePhotositeMessage, ({ headers }) => {
      if (headers['x-hub-signature-256'] !== 'right') throw new AppError('UNAUTHENTICATED');
      return null;
    });
  });
  afterAll(async () => {
    await gateway.close();
    await services.close();
    await nats.stop();
  });

  const send = async (signature: string) => {
    const response = await fetch(`${gateway.url}/v1/photosite/webhook`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
      body: '{}',
    });
    await response.text();
    return response.status;
  };
  const sendMany = (many: number, signature: string) =>
    Promise.all(Array.from({ length: many }, () => send(signature)));

  it('are those of anonymous requests for a wrong signature alone, which never use up the share of right ones', async () => {
    const left = 60_000 - (Date.now() % 60_000);
    if (left < 8_000) await new Promise((resolve) => setTimeout(resolve, left + 50));
    expect(new Set(await sendMany(15, 'right'))).toEqual(new Set([204]));
    expect((await sendMany(8, 'wrong')).toSorted((one, other) => one - other)).toEqual([
      ...[401, 401, 401, 401, 401],
      ...[429, 429, 429],
    ]);
    expect(new Set(await sendMany(15, 'right'))).toEqual(new Set([204]));
    expect(await sendMany(10, 'right')).toContain(429);
  }, 30_000);
});
