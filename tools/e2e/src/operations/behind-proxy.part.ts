import { setTimeout as sleep } from 'node:timers/promises';
import { findOnPath } from '@questp/local-stack';
import { STUDIO_NAMESPACE } from '@questp/messages/gateway';
import { checkIn, newStudio, type Person, type Studio } from '@questp/players';
import { follow } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { io } from 'socket.io-client';
import { e2e } from '../support/one-platform.fixture.js';
import { PROXIES, startProxy, type Proxy } from '../support/proxies.js';

const OWN = '/v1/realtime/submissions';
/** Longest delay that a proxy may add to an event. */
const MAX_DELAY_MS = 300;

for (const name of Object.keys(PROXIES)) {
  const program = findOnPath(name);
  if (program === undefined) process.stdout.write(`${name} is not on PATH: nothing is tried behind it\n`);
  else describe(`Behind ${name}`, () => behind(name, program));
}

function behind(name: string, command: string): void {
  let proxy: Proxy;
  let studio: Studio;
  let earner: Person;
  let quests: { id: string }[];
  /** Opened first, because a keep-alive comment comes only every 25 s. */
  let text = '';
  const leaving = new AbortController();

  beforeAll(async () => {
    proxy = await startProxy(name, command, e2e.gatewayUrls[0] as string);
    studio = await newStudio(await e2e.signIn());
    earner = await e2e.signIn();
    const answer = await stream(leaving.signal);
    void (async () => {
      for await (const part of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
    })().catch(() => undefined);
    quests = [];
    while (quests.length < 6) quests.push(await studio.quest('engagement_daily_checkin'));
  }, 60_000);
  afterAll(async () => {
    leaving.abort();
    await proxy?.stop();
  });

  const stream = (signal: AbortSignal) =>
    fetch(proxy.url + OWN, {
      headers: { authorization: `Bearer ${earner.token}`, 'accept-encoding': 'gzip' },
      signal,
    });

  const openStreams = async () => {
    const metrics = await (await fetch(`${e2e.service('gateway').healthUrl}/metrics`)).text();
    return Number(/^questp_live_streams\{[^}]*\} (\d+)$/m.exec(metrics)?.[1]);
  };

  it('events arrive uncompressed and without a noticeable delay', async () => {
    const leave = new AbortController();
    const timesAt = (baseUrl: string) => {
      const times: number[] = [];
      const events = follow(OWN, { baseUrl, token: earner.token, signal: leave.signal });
      void (async () => {
        for await (const { event } of events) if (event?.type === 'submission.claimed') times.push(performance.now());
      })();
      return times;
    };
    const open = await openStreams();
    const [direct, behind] = [timesAt(e2e.gatewayUrls[0] as string), timesAt(proxy.url)];
    await waitFor(async () => (await openStreams()) === open + 2);
    for (const [n, { id }] of quests.slice(1).entries()) {
      expect((await checkIn(earner, id)).response.status).toBe(200);
      await waitFor(() => direct.length > n && behind.length > n);
      expect((behind[n] as number) - (direct[n] as number)).toBeLessThan(MAX_DELAY_MS);
    }
    leave.abort();
    const { headers } = await stream(AbortSignal.timeout(1_000));
    expect([headers.get('content-type'), headers.get('content-encoding')]).toEqual([
      'text/event-stream; charset=utf-8',
      null,
    ]);
  });

  it('the gateway ends the stream within 2 s of a client disconnect', async () => {
    await waitFor(async () => (await openStreams()) === 1, { what: 'the streams of other tests to end' });
    const leave = new AbortController();
    await stream(leave.signal);
    await waitFor(async () => (await openStreams()) === 2);
    leave.abort();
    await waitFor(async () => (await openStreams()) === 1, { timeoutMs: 2_000 });
  });

  it('the answer to an oversized body comes from the gateway', async () => {
    // Often: a connection that the gateway closes while the body is sent loses only some of the answers.
    const answers = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const answer = await fetch(`${proxy.url}/v1/auth/wallet/verify`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: Buffer.alloc(5_000_000),
        });
        return `${answer.status} ${answer.headers.get('content-type')?.split(';')[0]}`;
      }),
    );
    expect([...new Set(answers)]).toEqual(['413 application/problem+json']);
  });

  it('a socket joins rooms and receives their events', async () => {
    const socket = io(proxy.url + STUDIO_NAMESPACE, {
      transports: ['websocket'],
      forceNew: true,
      auth: { token: studio.owner.token },
    });
    try {
      expect(await socket.emitWithAck('join', studio.project.id)).toMatchObject({ ok: true });
      const heard: { data: { userId: string } }[] = [];
      socket.on('submission.claimed', (event: (typeof heard)[number]) => heard.push(event));
      expect((await checkIn(earner, (quests[0] as { id: string }).id)).response.status).toBe(200);
      await waitFor(() => heard.length > 0);
      expect(heard[0]?.data.userId).toBe(earner.user.id);
    } finally {
      socket.disconnect();
    }
  });

  it('pings come through', async () => {
    while (!text.includes(': ping')) await sleep(100);
    expect(text).toMatch(/^id: \S+\nevent: ready\n/);
  });
}
