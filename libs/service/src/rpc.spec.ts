import { headers } from '@nats-io/transport-node';
import type { AppError } from '@questp/messages/language';
import { waitFor } from '@questp/testing';

import { Bus } from './bus.js';
import { sentHeader } from './deadline.js';
import { steadyNow } from './steady-clock.js';
import { metrics } from './metrics.js';
import { newCallContext, runInContext, type CallContext } from './call-context.js';
import {
  crash,
  echo,
  large,
  missing,
  odd,
  refuse,
  relay,
  RpcStage,
  silent,
  slow,
  type Echo,
} from './testing/rpc.fixture.js';

describe('requests between services', () => {
  let stage: RpcStage;
  let bus: Bus;
  beforeEach(async () => {
    stage = await RpcStage.open();
    ({ bus } = stage);
  });
  afterEach(() => stage.close());

  it('bring back the reply', async () => {
    expect(await bus.call(echo, { text: 'ü\u0001"' })).toMatchObject({ text: 'ü\u0001"', by: 'a' });
  });

  it('returns the bytes of the reply of a service unchanged to a caller that only passes them on', async () => {
    const bytes = await bus.callForBytes(echo, { text: 'ü}"' });
    expect(bytes.toString()).toMatch(/^{"text":"ü}\\"","by":"a","context":{.*}}$/);
    await expect(bus.callForBytes(refuse, {})).rejects.toMatchObject({ code: 'QUEST_COOLDOWN' });
  });

  it.each<[string, (context: CallContext) => Promise<Echo>]>([
    ['which runs', (context) => runInContext(context, () => bus.call(echo, { text: '' }))],
    ['which is named', (context) => bus.call(echo, { text: '' }, context)],
  ])("run in the caller's trace and under its request id, %s", async (_, call) => {
    const context = newCallContext();
    const reply = await call(context);
    expect(reply.context?.requestId).toBe(context.requestId);
    expect(reply.context?.traceparent.slice(0, 36)).toBe(context.traceparent.slice(0, 36));
    expect(reply.context?.traceparent).not.toBe(context.traceparent);
  });

  it('leave lines with their id in the log of the service: one each, and those about what went wrong', async () => {
    const about = (requestId: string) =>
      stage.lines
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .filter((line) => line['requestId'] === requestId);
    const [fine, wrong, tooLarge] = [newCallContext(), newCallContext(), newCallContext()];
    await runInContext(fine, () => bus.call(echo, { text: 'private' }));
    await runInContext(wrong, () => bus.call(crash, {}).catch(() => undefined));
    await runInContext(tooLarge, () => bus.call(large, { bytes: 2 ** 20 }).catch(() => undefined));
    expect(about(fine.requestId)).toMatchObject([
      { subject: 'test.echo', outcome: 'ok', ms: expect.any(Number) as number },
    ]);
    expect(about(wrong.requestId)).toMatchObject([
      { msg: 'handler failed', subject: 'test.crash' },
      { msg: 'handled', outcome: 'INTERNAL' },
    ]);
    expect(about(tooLarge.requestId)).toMatchObject([
      { msg: 'handled', subject: 'test.large' },
      { msg: 'reply too large', subject: 'test.large', traceId: tooLarge.traceparent.slice(3, 35) },
    ]);
    expect(stage.lines.join()).not.toContain('private');
  });

  it('counts and times requests by outcome, at both ends, and reports those in progress', async () => {
    const of = async (name: string, outcome: string) => {
      const values = (await metrics.getMetricsAsJSON()).find((one) => one.name === name)?.values ?? [];
      const counts = values.filter(({ labels }) => labels['subject'] === 'test.slow' && labels['outcome'] === outcome);
      // Of a histogram, the sample without a bucket that counts all.
      return counts.find((one) => !('metricName' in one) || one.metricName === `${name}_count`)?.value ?? 0;
    };
    const inFlight = async () => (await metrics.getSingleMetric('questp_rpc_in_flight')?.get())?.values[0]?.value;
    const read = async () =>
      Promise.all([
        of('questp_rpc_calls_total', 'ok'),
        of('questp_rpc_handled_seconds', 'ok'),
        of('questp_rpc_calls_total', 'INTERNAL'),
        of('questp_rpc_handled_seconds', 'VALIDATION_FAILED'),
      ]);
    const before = await read();
    const running = [1, 2].map(() => bus.call(slow, { ms: 300 }));
    await waitFor(async () => (await inFlight()) === 2, { intervalMs: 1 });
    await Promise.all(running);
    expect(await inFlight()).toBe(0);
    await expect(bus.call(slow, { ms: -1 })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' });
    expect((await read()).map((count, index) => count - (before[index] as number))).toEqual([2, 2, 0, 1]);
  });

  it('bring an error through with all its members', async () => {
    await expect(bus.call(refuse, {})).rejects.toMatchObject({
      code: 'QUEST_COOLDOWN',
      status: 409,
      details: { detail: 'Later.', retryAfter: 9, extra: { availableAt: 'tomorrow' } },
    });
  });

  it('answer INTERNAL without a word of an unforeseen error, which is logged', async () => {
    const error = (await bus.call(crash, {}).catch((thrown: unknown) => thrown)) as AppError;
    expect(error.toEnvelope()).toEqual({ code: 'INTERNAL' });
    expect(stage.lines.join()).toContain('SELECT secret FROM vault');
  });

  it('a request fails at once with SERVICE_UNAVAILABLE when the subject has no listener', async () => {
    // At the deadline it would be another error.
    await expect(bus.call(missing, {})).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      details: { retryAfter: 1 },
    });
  });

  it('are UPSTREAM_TIMEOUT at the deadline when no answer comes', async () => {
    const started = Date.now();
    await expect(bus.call(silent, {})).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    expect(Date.now() - started).toBeGreaterThanOrEqual(290);
  });

  it('bring a reply just below 1 MiB, and answer INTERNAL at once above it', async () => {
    const bytes = 2 ** 20 - 200;
    expect((await bus.call(large, { bytes })).text).toHaveLength(bytes / 2);
    await expect(bus.call(large, { bytes: 2 ** 20 })).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(stage.lines.join()).toMatch(/"subject":"test.large","bytes":1048\d+,.*reply too large/);
  });

  it('answer INTERNAL at once when the reply is not JSON', async () => {
    await expect(bus.call(odd, {})).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('that cannot be sent are PAYLOAD_TOO_LARGE or INTERNAL: a retry would not help', async () => {
    await expect(bus.call(echo, { text: 'x'.repeat(2 ** 20) })).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
    await expect(bus.call(echo, { text: 1n as unknown as string })).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await bus.call(echo, { text: 'still works' })).toMatchObject({ text: 'still works' });
  });

  it('are not carried out when their caller has given up meanwhile', async () => {
    const ask = async (age: number, mark = '-') => {
      const sent = headers();
      sent.set('x-sent', sentHeader('b'.repeat(16), steadyNow() - age, 5_000));
      sent.set('x-measured', mark);
      const reply = await bus.connection.request('test.echo', '{"text":"late"}', {
        headers: sent,
        timeout: 2_000,
      });
      return reply.json<{ again?: string }>();
    };
    const { again } = await ask(0);
    expect(await ask(0, again)).toMatchObject({ ok: { text: 'late' } });
    expect(await ask(1_000)).toMatchObject({ ok: { text: 'late' } });
    expect(await ask(5_100)).toEqual({ error: { code: 'SERVICE_UNAVAILABLE', retryAfter: 1 } });
  });

  it.each([-3_600_000, -6_000, 6_000, 3_600_000])(
    'are carried out once from the first one on, sent by a clock that is %d ms ahead to replicas',
    async (ahead) => {
      await stage.start('b');
      await stage.start('c');
      const other = new Bus(stage.nats.url, 'caller', stage.logger, () => steadyNow() + ahead);
      await other.connect();
      const before = stage.begun;
      const replies = await Promise.all(Array.from({ length: 60 }, () => other.call(slow, { ms: 1 })));
      expect([replies.length, stage.begun - before]).toEqual([60, 60]);
      await other.close();
    },
  );

  it('that a service sends on behalf of another wait no longer than that one', async () => {
    const handled = () =>
      stage.lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg === 'handled');
    await expect(bus.call(relay, {})).rejects.toMatchObject({ code: 'UPSTREAM_TIMEOUT' });
    await waitFor(() => handled().length === 2);
    // It gave up while what it had asked for went on.
    expect(handled().map(({ subject }) => subject)).toEqual(['test.relay', 'test.slow']);
  });
});
