import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { jetstream, type JetStreamClient } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { ProjectRole } from '@questp/messages/access';
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  listWebhooks,
  MAX_WEBHOOKS,
  resendWebhookDeliveries,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  WEBHOOK_EVENTS,
  type WebhookEvent,
} from '@questp/messages/integrations';
import { AppError, type ErrorCode } from '@questp/messages/language';
import { getProjectRole } from '@questp/messages/quests';
import { EVENT_TABLE, EVENT_VERSION, sentSubject, type EventType, type EventTypes } from '@questp/messages/tables';
import { sql } from '@questp/postgres';
import { Bus, createLogger } from '@questp/service';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { newMasterKey, startNats, waitFor, type TestNats } from '@questp/testing';
import { Webhook } from 'standardwebhooks';
import { ProjectEvents } from '../connections/project-events.js';
import { integrations } from '../service.js';
import { ReadLiveEvents } from './read-live-events.js';
import { SendWebhooks } from './send-webhooks.js';
import { MAX_WAITING, WebhookDeliveriesRepository } from './webhook-deliveries.repository.js';

interface Received {
  headers: Record<string, string>;
  body: string;
}

/** An endpoint of a project, which answers as it is set and records what it receives. */
class Endpoint {
  readonly received: Received[] = [];
  answer: { status: number; headers?: Record<string, string>; body?: string } | 'none' = { status: 200, body: 'ok' };
  private readonly server: Server = createServer((request, response) => {
    void text(request).then((body) => {
      this.received.push({ headers: request.headers as Record<string, string>, body });
      if (this.answer === 'none') return request.socket.destroy();
      return response.writeHead(this.answer.status, this.answer.headers).end(this.answer.body);
    });
  });

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hook`;
  }

  start = () => new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  stop = () => {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(resolve));
  };
}

const refusal = (promise: Promise<unknown>): Promise<ErrorCode | 'none'> =>
  promise.then(
    () => 'none',
    (error: AppError) => error.code,
  );

describe('a webhook of a project', () => {
  let service: TestService<object>;
  let replica: TestService<object>;
  let nats: TestNats;
  let bus: Bus;
  let broker: NatsConnection;
  let events: JetStreamClient;
  let endpoint: Endpoint;
  const roles = new Map<string, ProjectRole>();

  const env = { FILES_DIR: '/tmp', MASTER_KEYS: newMasterKey('k1'), PROJECT_EGRESS_NETWORKS: '127.0.0.1/32' };
  beforeAll(async () => {
    nats = await startNats({ own: true });
    broker = await connect(nats.jetStream.client);
    events = jetstream(broker);
    bus = new Bus(nats.urlOf('integrations'), 'integrations', createLogger('integrations', 'error'));
    await bus.connect();
    service = await startTestService(integrations, { env });
    replica = await startTestService(integrations, { env, beside: service });
    for (const one of [service, replica]) {
      Object.defineProperty(one.bus, 'connection', { value: bus.connection });
      one.bus.answer(getProjectRole, ({ userId, projectId }) => ({
        role: roles.get(`${userId} ${projectId}`) ?? null,
      }));
    }
  }, 60_000);
  afterAll(async () => {
    await replica?.stop();
    await service?.stop();
    await bus?.close();
    await broker?.close();
    await nats?.stop();
  });
  beforeEach(async () => {
    // Those of former tests have deliveries that become due at any time.
    await service.db.execute(sql`DELETE FROM project_webhook`);
    endpoint = new Endpoint();
    await endpoint.start();
  });
  afterEach(() => endpoint.stop());

  const aMember = (role: ProjectRole = 'project_admin') => {
    const member = { projectId: randomUUID(), userId: `svcuser_${randomUUID().replaceAll('-', '')}` };
    roles.set(`${member.userId} ${member.projectId}`, role);
    return member;
  };
  type Member = ReturnType<typeof aMember>;

  const create = async (member: Member, wanted: WebhookEvent[] = ['submission.claimed'], url = endpoint.url) => {
    const { webhook, secret } = await service.call(createWebhook, { ...member, url, events: wanted });
    return { at: { ...member, webhookId: webhook.id }, webhook, secret: secret as string };
  };
  type At = Awaited<ReturnType<typeof create>>['at'];

  async function publish<T extends EventType>(
    type: T,
    data: EventTypes[T],
    id: string = randomUUID(),
  ): Promise<string> {
    const occurredAt = '2026-11-28T10:00:00.000Z';
    const envelope = { id, type, version: EVENT_VERSION, occurredAt, aggregateId: id, data };
    await events.publish(sentSubject(type, data), JSON.stringify(envelope));
    return id;
  }
  const claimed = (projectId: string): EventTypes['submission.claimed'] => ({
    submissionId: randomUUID(),
    projectId,
    campaignId: randomUUID(),
    questId: randomUUID(),
    questTitle: 'Say hello',
    userId: `svcuser_${'1'.repeat(32)}`,
    status: 'claimed',
    pointsAwarded: 5,
    reason: null,
  });

  /** Reads the log until a webhook has so many deliveries, whichever replica reads. */
  async function taken(at: At, count: number): Promise<void> {
    await waitFor(async () => {
      for (const one of [service, replica]) await one.get(ReadLiveEvents).execute();
      return (await deliveries(at)).length >= count;
    });
  }
  const place = ({ projectId, webhookId }: At) => ({ projectId, webhookId });
  const show = (at: At) => service.call(getWebhook, place(at));
  const sendDue = () => service.get(SendWebhooks).round();
  const deliveries = async (at: At) => (await service.call(listWebhookDeliveries, { ...place(at), limit: 100 })).items;
  const detail = (at: At, deliveryId: string) => service.call(getWebhookDelivery, { ...place(at), deliveryId });
  const makeDue = (at: At) =>
    service.db.execute(sql`
      UPDATE project_webhook_delivery SET due_at = now() WHERE webhook_id = ${at.webhookId} AND status = 'waiting'`);
  const signedWith = (secret: string, { headers, body }: Received): boolean => {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  };
  const alerts = async ({ projectId }: Member) => await service.events('integration.webhook_failing', projectId);

  it('can receive only events whose audience is the project', () => {
    for (const type of WEBHOOK_EVENTS) {
      const row: { audience?: readonly string[] } = EVENT_TABLE[type];
      expect([type, row.audience]).toEqual([type, expect.arrayContaining(['projectId'])]);
    }
  });

  it('receives each event that it names, signed by its secret, once under the id of the event', async () => {
    const member = aMember();
    const { at, secret } = await create(member, ['submission.claimed', 'campaign.ended']);
    const data = claimed(member.projectId);
    const id = await publish('submission.claimed', data);
    await publish('submission.claimed', claimed(randomUUID()));
    await publish('submission.in_review', { ...claimed(member.projectId), status: 'in_review' });
    await publish('submission.claimed', data, id);
    const ended = await publish('campaign.ended', { projectId: member.projectId, campaignId: randomUUID() });
    await taken(at, 2);
    await Promise.all([sendDue(), replica.get(SendWebhooks).round()]);
    expect(endpoint.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual([id, ended].sort());
    const first = endpoint.received.find(({ headers }) => headers['webhook-id'] === id) as Received;
    expect(JSON.parse(first.body)).toEqual({ type: 'submission.claimed', timestamp: '2026-11-28T10:00:00.000Z', data });
    expect(endpoint.received.map((one) => signedWith(secret, one))).toEqual([true, true]);
    expect((await deliveries(at)).map(({ status, tries, nextTryAt }) => [status, tries, nextTryAt])).toEqual([
      ['delivered', 1, null],
      ['delivered', 1, null],
    ]);
  });

  it('receives nothing from before it was created, nor of the time in which it is disabled', async () => {
    const member = aMember();
    await publish('submission.claimed', claimed(member.projectId));
    const { at } = await create(member);
    await service.call(updateWebhook, { ...at, enabled: false });
    await publish('submission.claimed', claimed(member.projectId));
    for (let n = 0; n < 3; n += 1) await service.get(ReadLiveEvents).execute();
    await waitFor(async () => (await service.get(ReadLiveEvents).end()).seq >= 2);
    await service.call(updateWebhook, { ...at, enabled: true });
    const id = await publish('submission.claimed', claimed(member.projectId));
    await taken(at, 1);
    expect((await deliveries(at)).map(({ eventId }) => eventId)).toEqual([id]);
  });

  it('is sent a failed delivery again with growing pauses, and its log has each answer', async () => {
    const { at } = await create(aMember());
    await publish('submission.claimed', claimed(at.projectId));
    await taken(at, 1);
    endpoint.answer = { status: 500, body: 'out of\0 order' };
    const before = Date.now();
    await sendDue();
    const [first] = await deliveries(at);
    expect(first).toMatchObject({ status: 'waiting', tries: 1, finishedAt: null });
    expect(Date.parse(first?.nextTryAt as string) - before).toBeGreaterThan(4_000);
    await sendDue();
    expect(endpoint.received).toHaveLength(1);
    endpoint.answer = 'none';
    await makeDue(at);
    await sendDue();
    endpoint.answer = { status: 204 };
    await makeDue(at);
    await sendDue();
    const log = await detail(at, first?.id as string);
    expect(log).toMatchObject({ status: 'delivered', tries: 3, body: endpoint.received[0]?.body });
    expect(log.log.map(({ outcome, status, answer }) => [outcome, status, answer])).toEqual([
      ['answered', 204, ''],
      ['no_answer', null, null],
      ['answered', 500, 'out of\ufffd order'],
    ]);
    expect(new Set(endpoint.received.map(({ body }) => body)).size).toBe(1);
    expect((await show(at)).failingSince).toBeNull();
  });

  it('honours Retry-After up to a day', async () => {
    const { at } = await create(aMember());
    await service.call(testWebhook, at);
    endpoint.answer = { status: 429, headers: { 'retry-after': '7200' } };
    await sendDue();
    const wait = async () => Date.parse((await deliveries(at))[0]?.nextTryAt as string) - Date.now();
    expect(await wait()).toBeGreaterThan(7_100_000);
    endpoint.answer = { status: 503, headers: { 'retry-after': '9999999' } };
    await makeDue(at);
    await sendDue();
    expect(await wait()).toBeLessThanOrEqual(86_400_000);
  });

  it('gets a delivery that was given up again, alone or with all of a time', async () => {
    const { at } = await create(aMember());
    for (let n = 0; n < 3; n += 1) await service.call(testWebhook, at);
    endpoint.answer = { status: 400 };
    await service.db.execute(sql`UPDATE project_webhook_delivery SET tries = 9 WHERE webhook_id = ${at.webhookId}`);
    await sendDue();
    const failed = await service.call(listWebhookDeliveries, { ...place(at), status: 'failed', limit: 100 });
    expect(failed.items.map(({ nextTryAt }) => nextTryAt)).toEqual([null, null, null]);
    endpoint.answer = { status: 200 };
    const deliveryId = failed.items[0]?.id as string;
    for (let n = 0; n < 2; n += 1) {
      expect(await service.call(resendWebhookDelivery, { ...at, deliveryId })).toMatchObject({
        status: 'waiting',
        tries: 0,
      });
    }
    await sendDue();
    expect(await detail(at, deliveryId)).toMatchObject({ status: 'delivered' });
    const [from, to] = [new Date(Date.now() - 60_000).toISOString(), new Date(Date.now() + 60_000).toISOString()];
    const range = { ...at, from, to, status: 'failed' } as const;
    expect(await service.call(resendWebhookDeliveries, range)).toEqual({ resent: 2, hasMore: false });
    expect(await service.call(resendWebhookDeliveries, range)).toEqual({ resent: 0, hasMore: false });
    await sendDue();
    expect((await deliveries(at)).map(({ status }) => status)).toEqual(['delivered', 'delivered', 'delivered']);
    expect(new Set(endpoint.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });

  it('reports to the team once that it fails for an hour, and is disabled after three days', async () => {
    const member = aMember();
    const { at } = await create(member);
    endpoint.answer = { status: 500 };
    const failsSince = (age: string) =>
      service.db.execute(sql`
        UPDATE project_webhook SET failing_since = now() - ${age}::interval WHERE id = ${at.webhookId}`);
    const fail = async () => {
      await service.call(testWebhook, at);
      await sendDue();
    };
    await fail();
    expect(await alerts(member)).toEqual([]);
    await failsSince('2 hours');
    await fail();
    await fail();
    const alert = { projectId: member.projectId, webhookId: at.webhookId, host: '127.0.0.1' };
    expect(await alerts(member)).toEqual([{ ...alert, isDisabled: false }]);
    await failsSince('73 hours');
    await service.db.execute(sql`
      UPDATE project_webhook_delivery SET tries = 9, due_at = now() WHERE webhook_id = ${at.webhookId}`);
    await sendDue();
    expect(await alerts(member)).toEqual([
      { ...alert, isDisabled: false },
      { ...alert, isDisabled: true },
    ]);
    expect(await show(at)).toMatchObject({ enabled: false, disabledReason: 'failing' });
    expect(await refusal(service.call(testWebhook, at))).toBe('INVALID_TRANSITION');
    const enabled = await service.call(updateWebhook, { ...at, enabled: true });
    expect(enabled).toMatchObject({ enabled: true, disabledReason: null, failingSince: null });
  });

  it('is disabled at once by the answer 410, and by too many waiting deliveries', async () => {
    const gone = await create(aMember());
    endpoint.answer = { status: 410 };
    await service.call(testWebhook, gone.at);
    await sendDue();
    expect(await show(gone.at)).toMatchObject({ disabledReason: 'gone' });
    const full = await create(aMember());
    await service.db.execute(sql`
      INSERT INTO project_webhook_delivery (id, webhook_id, event_id, event, body, due_at)
      SELECT gen_random_uuid(), ${full.at.webhookId}, gen_random_uuid(), 'submission.claimed', '{}', now() + interval '1 day'
      FROM generate_series(1, ${MAX_WAITING})`);
    await publish('submission.claimed', claimed(full.at.projectId));
    await waitFor(async () => {
      await service.get(ReadLiveEvents).execute();
      return !(await show(full.at)).enabled;
    });
    expect(await show(full.at)).toMatchObject({ disabledReason: 'backlog' });
    await service.call(deleteWebhook, full.at);
  });

  it('is sent a delivery again under its id if the service ended before it recorded the answer', async () => {
    const { at } = await create(aMember());
    const { eventId } = await service.call(testWebhook, at);
    const [claimedByEnded] = await replica.get(WebhookDeliveriesRepository).claim(5);
    expect(claimedByEnded).toMatchObject({ eventId });
    expect(await sendDue()).toBe(0);
    await service.db.execute(sql`
      UPDATE project_webhook_delivery SET leased_until = now() WHERE webhook_id = ${at.webhookId}`);
    await sendDue();
    expect(endpoint.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId]);
    expect(await deliveries(at)).toMatchObject([{ status: 'delivered', tries: 2 }]);
  });

  it('is sent at most five deliveries at a time', async () => {
    const { at } = await create(aMember());
    for (let n = 0; n < 7; n += 1) await service.call(testWebhook, at);
    expect(await service.get(SendWebhooks).round()).toBe(5);
    expect(await service.get(SendWebhooks).round()).toBe(2);
    expect(endpoint.received).toHaveLength(7);
  });

  it('signs with the previous secret as well for a day after a rotation', async () => {
    const { at, secret } = await create(aMember());
    const rotated = await service.call(rotateWebhookSecret, at);
    expect(rotated.webhook.previousSecretUntil).not.toBeNull();
    await service.call(testWebhook, at);
    await sendDue();
    const both = endpoint.received[0] as Received;
    expect([secret, rotated.secret as string].map((one) => signedWith(one, both))).toEqual([true, true]);
    await service.db.execute(sql`UPDATE project_webhook SET previous_until = now() WHERE id = ${at.webhookId}`);
    await service.call(testWebhook, at);
    await sendDue();
    const last = endpoint.received[1] as Received;
    expect([secret, rotated.secret as string].map((one) => signedWith(one, last))).toEqual([false, true]);
    await service.purge();
    const stored = await service.db.row<{ names: string[] }>(sql`
      SELECT ARRAY(SELECT jsonb_object_keys(fields)) AS names FROM project_webhook WHERE id = ${at.webhookId}`);
    expect(stored?.names).toEqual(['current']);
  });

  it('is changed by admins of its project alone', async () => {
    const { at } = await create(aMember());
    const moderator = { ...at, ...aMember('project_moderator'), projectId: at.projectId };
    roles.set(`${moderator.userId} ${at.projectId}`, 'project_moderator');
    expect(await refusal(service.call(updateWebhook, { ...moderator, enabled: false }))).toBe('FORBIDDEN');
    expect(await refusal(service.call(deleteWebhook, moderator))).toBe('FORBIDDEN');
    const foreign = { ...at, ...aMember() };
    for (const call of [
      () => show(foreign),
      () => service.call(updateWebhook, { ...foreign, enabled: false }),
      () => service.call(rotateWebhookSecret, foreign),
      () => service.call(testWebhook, foreign),
      () => service.call(listWebhookDeliveries, { ...place(foreign), limit: 1 }),
      () => service.call(resendWebhookDelivery, { ...foreign, deliveryId: randomUUID() }),
      () => service.call(deleteWebhook, foreign),
    ]) {
      expect(await refusal(call())).toBe('NOT_FOUND');
    }
    expect(await show(at)).toMatchObject({ enabled: true });
  });

  it(`is one of at most ${MAX_WEBHOOKS}, of 20 that are created at once as well`, async () => {
    const member = aMember();
    const made = await Promise.all(Array.from({ length: 20 }, () => refusal(create(member))));
    expect(made.filter((code) => code === 'none')).toHaveLength(MAX_WEBHOOKS);
    expect(made.filter((code) => code === 'TOO_MANY')).toHaveLength(20 - MAX_WEBHOOKS);
    const { items } = await service.call(listWebhooks, { projectId: member.projectId });
    expect(items).toHaveLength(MAX_WEBHOOKS);
    expect(JSON.stringify(items)).not.toContain('whsec_');
  });

  it('is deleted with the archive of its project', async () => {
    const member = aMember();
    const { at } = await create(member);
    await service.deliver(ProjectEvents, 'project.archived', { projectId: member.projectId });
    expect(await refusal(show(at))).toBe('NOT_FOUND');
    expect(await refusal(create(member))).toBe('INVALID_TRANSITION');
  });

  it('returns the secret once, and never in the replayed answer', async () => {
    const idempotency = { scope: 's', key: 'k', requestHash: 'a'.repeat(64) };
    const request = { ...aMember(), url: endpoint.url, events: ['campaign.ended' as const], idempotency };
    const first = await service.call(createWebhook, request);
    expect(first.secret).toMatch(/^whsec_/);
    expect(await service.call(createWebhook, request)).toEqual({ ...first, secret: null });
  });
});
