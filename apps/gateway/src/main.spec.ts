import { setTimeout as sleep } from 'node:timers/promises';
import { getUser, type User } from '@questp/messages/identity';
import { startNats, startService, waitFor, type TestNats, type TestService } from '@questp/testing';
import { bearer, StandIn, userId, uuid } from './testing/gateway.fixture.js';

describe('the gateway as a process', () => {
  let nats: TestNats;
  let services: StandIn;
  let gateway: TestService;

  beforeAll(async () => {
    nats = await startNats();
    services = await StandIn.connect(nats.url);
    gateway = await startService('gateway', { NATS_URL: nats.urlOf('gateway'), LOG_LEVEL: 'debug' });
  }, 60_000);

  afterAll(async () => {
    await gateway?.stop();
    await services?.close();
    await nats?.stop();
  });

  it('serves the document and browsable pages without outside assets', async () => {
    const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as { openapi: string };
    expect(document.openapi).toBe('3.1.0');
    const page = await fetch(`${gateway.url}/docs`);
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(html).not.toMatch(/(src|href)="https?:/);
    const assets = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, path]) => path);
    expect(assets.length).toBeGreaterThan(2);
    for (const path of assets) expect((await fetch(`${gateway.url}/${path}`)).status).toBe(200);
    expect(await (await fetch(`${gateway.url}/docs/errors`)).text()).toContain('id="QUEST_COOLDOWN"');
  });

  it('serves /verify with a policy that admits no other script and any node', async () => {
    const page = await fetch(`${gateway.url}/verify/`);
    const html = await page.text();
    expect([page.status, new URL(page.url).pathname]).toEqual([200, '/verify']);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; connect-src http: https:;/);
    expect(html).not.toMatch(/<script>|<style|\son\w+=|style=/);
    const assets = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '');
    expect(assets).toEqual(['./verify/icon.svg', './verify/verify.css', './verify/verify.js']);
    for (const path of assets) expect((await fetch(new URL(path, page.url))).status).toBe(200);
    const other = await fetch(`${gateway.url}/verifying`);
    expect([other.status, other.headers.get('content-security-policy')]).toEqual([
      404,
      "default-src 'none'; frame-ancestors 'none'",
    ]);
  });

  it('logs no token and no query, and counts requests by route', async () => {
    await services.answer(getUser, ({ userId: id }) => ({ id }) as User);
    const token = services.token({ family: 'user', userId: userId(1), sessionId: uuid(1), status: 'active' });
    await fetch(`${gateway.url}/v1/users/me?secret=hunter2`, { headers: bearer(token) });
    await fetch(`${gateway.url}/v1/users/me`, { headers: bearer(token) });
    await waitFor(() => gateway.logs().split('"route":"/v1/users/me"').length === 3, { what: 'a line of each' });
    expect(gateway.logs()).not.toContain(token);
    expect(gateway.logs()).not.toContain('hunter2');
    const metrics = await (await fetch(`${gateway.healthUrl}/metrics`)).text();
    expect(metrics).toMatch(/questp_http_seconds_count\{[^}]*route="\/v1\/users\/me"[^}]*status="200"[^}]*\} 1/);
  });

  it('finishes running requests before it ends', async () => {
    const token = services.token({ family: 'user', userId: userId(2), sessionId: uuid(2), status: 'active' });
    const started = services.delay(getUser, 500);
    const running = fetch(`${gateway.url}/v1/users/me`, { headers: bearer(token) });
    await started;
    const ended = gateway.kill('SIGTERM');
    await sleep(100);
    expect((await fetch(`${gateway.healthUrl}/health/ready`)).status).toBe(503);
    expect((await running).status).toBe(200);
    await ended;
  });
});
