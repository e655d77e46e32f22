import { jetstream } from '@nats-io/jetstream';
import type { Contract } from '@questp/messages/language';
import {
  countUnreadNotifications,
  getNotificationPreferences,
  liftMailSuppression,
  listMails,
  listMailSuppressions,
  listNotifications,
  orderMail,
  readAllNotifications,
  readNotification,
  retryMail,
  setNotificationPreferences,
  type Mail,
  type MailSuppression,
  type Notification,
  type NotificationType,
} from '@questp/messages/notifier';
import { setMailOperatorAccess } from '@questp/messages/shared';
import type { EventEnvelope, EventType, EventTypes } from '@questp/messages/tables';
import { Database, newId, raw, sql } from '@questp/postgres';
import { Bus, newCallContext, runInContext } from '@questp/service';
import {
  createTestDatabase,
  newMasterKey,
  newMethodHashKey,
  startNats,
  startService,
  waitFor,
  type TestDatabase,
} from '@questp/testing';
import { Logger } from '@nestjs/common';
import { pino } from 'pino';
import { startSmtpServer } from './testing/smtp-server.fixture.js';

const adminId = `svcadmin_${'a'.repeat(32)}`;
const SUPER_ADMIN = {
  role: 'super_admin',
  signedInAt: new Date().toISOString(),
  mustChangePassword: false,
  mustEnableTwoFactor: false,
} as const;
const ABOUT = { submissionId: newId(), questId: newId(), campaignId: newId(), projectId: newId() };
/** The id of the user with this short name. */
const idOf = (name: string) => `svcuser_${Buffer.from(name).toString('hex').padStart(32, '0')}`;

describe('notifier, two replicas of the built service', () => {
  let server: TestDatabase;
  let db: Database;
  let nats: Awaited<ReturnType<typeof startNats>>;
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  let replicas: Awaited<ReturnType<typeof startService>>[];
  let bus: Bus;
  const received: EventEnvelope<'notification.created' | 'notification.read'>[] = [];
  const audited: EventEnvelope<'mail.retried' | 'mail.suppression_lifted'>[] = [];

  const publish = <T extends EventType>(type: T, data: EventTypes[T], id = newId()) =>
    jetstream(bus.connection).publish(
      `events.${type}`,
      JSON.stringify({ id, type, version: 1, occurredAt: new Date().toISOString(), aggregateId: 'x', data }),
    );
  const review = (name: string, changed: Partial<EventTypes['submission.reviewed']> = {}, id?: string) =>
    publish(
      'submission.reviewed',
      {
        ...ABOUT,
        questTitle: 'Quiz',
        userId: idOf(name),
        status: 'claimed',
        pointsAwarded: 10,
        reason: null,
        decision: 'approved',
        ...changed,
      },
      id,
    );
  /** Calls as the gateway does for a user. */
  const ask = <Request extends { userId: string }, Reply extends object | null>(
    contract: Contract<Request, Reply>,
    request: Request,
  ): Promise<Reply> => {
    const principal = { family: 'user', userId: request.userId, sessionId: newId(), status: 'active' } as const;
    const caller = { operation: contract.http[0]?.id ?? '', principal };
    return runInContext({ ...newCallContext(), caller }, () => bus.call(contract, request));
  };
  const list = (
    name: string,
    options: { unread?: boolean; type?: NotificationType; limit?: number; cursor?: string } = {},
  ) => ask(listNotifications, { userId: idOf(name), limit: 10, ...options });
  /** Waits for this many events about notifications of the user. */
  const eventsOf = (name: string, count: number) =>
    waitFor(() => {
      const own = received.filter(({ data }) => data.userId === idOf(name));
      return own.length >= count && own;
    });
  const unread = async (name: string) => (await ask(countUnreadNotifications, { userId: idOf(name) })).unread;
  const notified = (name: string, count: number): Promise<Notification[]> =>
    waitFor(async () => {
      const { items } = await list(name, { limit: 100 });
      return items.length === count && items;
    });

  beforeAll(async () => {
    Logger.overrideLogger(false);
    [server, nats, smtp] = await Promise.all([
      createTestDatabase({ migrate: ['identity', 'notifier'] }),
      startNats(),
      startSmtpServer(),
    ]);
    db = new Database(server.url, { schema: 'notifier', poolSize: 2 });
    const env = {
      DATABASE_URL: server.urlOf('notifier'),
      NATS_URL: nats.urlOf('notifier'),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@questp.example',
      CONSOLE_URL: 'https://console.example',
    };
    const identity = {
      DATABASE_URL: server.urlOf('identity'),
      NATS_URL: nats.urlOf('identity'),
      APP_URL: 'https://app.example',
      MASTER_KEYS: newMasterKey('dev1'),
      METHOD_HASH_KEY: newMethodHashKey(),
    };
    replicas = await Promise.all([
      startService('notifier', env),
      startService('notifier', env),
      startService('identity', identity),
    ]);
    bus = new Bus(nats.url, 'spec', pino({ level: 'silent' }));
    await bus.connect();
    for (const type of ['mail.retried', 'mail.suppression_lifted']) {
      bus.connection.subscribe(`events.${type}`, { callback: (_, message) => void audited.push(message.json()) });
    }
    bus.connection.subscribe('events.notification.>', { callback: (_, message) => void received.push(message.json()) });
  }, 60_000);
  afterAll(async () => {
    await Promise.all(replicas.map((replica) => replica.stop()));
    await bus.close();
    await db.onApplicationShutdown();
    await Promise.all([nats.stop(), smtp.stop(), server.drop()]);
  });

  it('notifies the earner of a decision once, however often the event is delivered', async () => {
    const id = newId();
    await Promise.all([1, 2, 3, 4].map(() => review('ann', {}, id)));
    await review('ann', { decision: 'rejected', reason: 'no link' });
    const items = await notified('ann', 2);
    expect(items.find(({ type }) => type === 'submission.approved')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      type: 'submission.approved',
      template: 'submission_approved',
      params: { questTitle: 'Quiz', points: 10 },
      title: 'Submission approved',
      body: '“Quiz” was approved. You earned 10 points.',
      data: ABOUT,
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/) as string,
      readAt: null,
    });
    expect((await list('bob')).items).toEqual([]);
  });

  it('deletes the data of a deleted account', async () => {
    const userId = idOf('gone');
    await review('gone');
    await notified('gone', 1);
    await ask(setNotificationPreferences, { userId, mutedInApp: ['submission.rejected'] });
    await publish('account.deleted', { userId });
    await notified('gone', 0);
    for (const table of ['notification_preference', 'digest_choice', 'digest_item', 'digest_reader', 'mail']) {
      expect(await db.rows(sql`SELECT 1 FROM ${raw(table)} WHERE user_id = ${userId}`)).toEqual([]);
    }
  });

  it('notifies the earner when repeated checks end a pending submission', async () => {
    const status = 'rejected' as const;
    const ended = { ...ABOUT, questTitle: 'Transfer', userId: idOf('hal'), status, pointsAwarded: 0 };
    await publish('submission.rejected', { ...ended, reason: 'It was checked for 24 hours.' });
    expect(await notified('hal', 1)).toMatchObject([
      { type: 'submission.rejected', body: '“Transfer” was rejected: It was checked for 24 hours.' },
    ]);
  });

  it('notifies the earner when a repeated check credits a pending submission', async () => {
    const credited = {
      ...ABOUT,
      questTitle: 'Transfer',
      userId: idOf('ian'),
      status: 'claimed' as const,
      reason: null,
    };
    await publish('submission.confirmed', { ...credited, pointsAwarded: 10 });
    expect(await notified('ian', 1)).toMatchObject([
      { type: 'submission.claimed', body: '“Transfer” was verified. You earned 10 points.', data: ABOUT },
    ]);
  });

  describe('with submissions that wait for review', () => {
    const waits = (people: string[], waiting: number, projectId = ABOUT.projectId, id = newId()) =>
      publish('review.waiting', { projectId, projectName: 'Moon', waiting, userIds: people.map(idOf) }, id);
    const counts = async (name: string) =>
      (await list(name, { type: 'review.waiting' })).items.map(({ params }) => params.waiting);
    const says = (name: string, ...expected: number[]) =>
      waitFor(async () => (await counts(name)).join() === expected.join());

    it('updates the one unread notification of a project, and creates a new one after it was read', async () => {
      await waits(['pia', 'rob'], 1);
      await says('pia', 1);
      await waits(['pia', 'rob'], 7);
      await waits(['pia'], 3, newId());
      await says('pia', 3, 7);
      expect(await unread('pia')).toBe(2);
      await waits(['pia', 'rob'], 8);
      await says('pia', 3, 8);
      expect((await eventsOf('pia', 2)).map(({ type }) => type)).toEqual([
        'notification.created',
        'notification.created',
      ]);
      await ask(readAllNotifications, { userId: idOf('pia') });
      await waits(['pia', 'rob'], 9);
      await says('pia', 9, 3, 8);
      await says('rob', 9);
      const [{ title, body, data }] = (await list('rob')).items as [Notification];
      expect([title, body, data]).toEqual([
        'Submissions to review',
        '9 submissions wait for review in “Moon”.',
        { projectId: ABOUT.projectId },
      ]);
    });

    it('creates one notification for many concurrent events', async () => {
      const projectId = newId();
      const ids = Array.from({ length: 20 }, () => newId());
      await Promise.all(ids.map((id) => waits(['sue', 'tom', 'uma'], 5, projectId, id)));
      const applied = () => db.rows(sql`SELECT FROM inbox WHERE event_id = ANY (${ids}::uuid[])`);
      await waitFor(async () => (await applied()).length === ids.length);
      for (const name of ['sue', 'tom', 'uma']) expect(await counts(name)).toEqual([5]);
    });
  });

  it('notifies users who joined a team, got another role in it or left it', async () => {
    const member = { projectId: ABOUT.projectId, projectName: 'Moon', userId: idOf('cat') };
    const joining = { ...member, role: 'project_admin' as const };
    const expiresAt = '2026-01-08T00:00:00.000Z';
    await publish('project.member_invited', { ...joining, invitationId: ABOUT.questId, expiresAt });
    await notified('cat', 1);
    await publish('project.member_added', joining);
    await notified('cat', 2);
    await publish('project.member_updated', { ...member, role: 'project_moderator' });
    await notified('cat', 3);
    // The data of events before projectName was added.
    await publish('project.member_updated', { projectId: member.projectId, userId: member.userId, role: joining.role });
    await publish('project.member_removed', member);
    const items = await notified('cat', 4);
    expect(items.map(({ type }) => type)).toEqual([
      'project.member_removed',
      'project.member_updated',
      'project.member_added',
      'project.member_invited',
    ]);
  });

  it('notifies a team when the secret code of a quest is being guessed', async () => {
    const { projectId, questId } = ABOUT;
    await publish('quest.codes_guessed', { projectId, questId, questTitle: 'Moon', userIds: ['vic', 'wes'].map(idOf) });
    for (const name of ['vic', 'wes']) {
      const [guessed] = await notified(name, 1);
      expect(guessed).toMatchObject({ type: 'quest.codes_guessed', data: { projectId, questId } });
    }
  });

  it('notifies an earner and a team once of a required action, also when the event is delivered again', async () => {
    const { projectId, questId } = ABOUT;
    const team = { projectId, userIds: [idOf('xia')] };
    const relink = { userId: idOf('xia'), provider: 'codehost' } as const;
    await publish('account.relink_needed', relink);
    await publish('account.relink_needed', relink);
    // Replicas apply events in parallel: each is waited for, so that the order is certain.
    await notified('xia', 1);
    await publish('quest.misconfigured', { ...team, questId, questTitle: '<b>Moon</b>', reason: 'Connect a server.' });
    await notified('xia', 2);
    await publish('project.connection_lost', { ...team, projectName: 'Moon', provider: 'chatcomm', end: 'removed' });
    const items = await notified('xia', 3);
    expect(items.map(({ type }) => type)).toEqual([
      'connection.removed',
      'quest.misconfigured',
      'account.relink_needed',
    ]);
  });

  it('notifies the surviving account of a merge, and both accounts when it is undone; earlier notifications move along', async () => {
    const waiting = { projectId: newId(), projectName: 'Moon', waiting: 2, userIds: ['joy', 'kai'].map(idOf) };
    await publish('review.waiting', waiting);
    for (const name of ['joy', 'kai']) await notified(name, 1);
    const sums = {
      ...{ submissions: 1, points: '10', xp: '1' },
      ...{ droppedSubmissions: 0, droppedPoints: '0', droppedXp: '0' },
    };
    const merge = { mergeId: newId(), survivorId: idOf('joy'), absorbedId: idOf('kai'), sums };
    const typesOf = async (name: string, count: number) => (await notified(name, count)).map(({ type }) => type);
    await publish('account.merge_settled', { ...merge, undone: false });
    expect(await typesOf('joy', 3)).toEqual(['account.merged', 'review.waiting', 'review.waiting']);
    expect(await typesOf('kai', 0)).toEqual([]);
    // The survivor's notification of the same group is updated; the other one stays.
    await publish('review.waiting', { ...waiting, waiting: 5, userIds: [idOf('joy')] });
    await waitFor(async () => (await notified('joy', 3)).map(({ params }) => params.waiting).join() === ',2,5');
    await publish('account.merge_settled', { ...merge, undone: true });
    expect(await typesOf('kai', 2)).toEqual(['account.merge_undone', 'review.waiting']);
    expect(await typesOf('joy', 3)).toEqual(['account.merge_undone', 'account.merged', 'review.waiting']);
  });

  it('notifies each participant once that a campaign started or ended, except those who muted it', async () => {
    const mutedInApp: NotificationType[] = ['campaign.ended'];
    await ask(setNotificationPreferences, { userId: idOf('one'), mutedInApp });
    const { campaignId, projectId } = ABOUT;
    const people = ['one', 'two', 'three'].map(idOf);
    const announce = (announced: 'campaign.started' | 'campaign.ended', id = newId()) =>
      publish('campaign.announced', { announced, campaignId, projectId, campaignTitle: 'Spring', userIds: people }, id);
    await announce('campaign.started');
    await notified('one', 1);
    const id = newId();
    await Promise.all([1, 2, 3].map(() => announce('campaign.ended', id)));
    const [ended] = await notified('two', 2);
    expect(ended).toMatchObject({
      type: 'campaign.ended',
      template: 'campaign_ended',
      params: { campaignTitle: 'Spring' },
      body: '“Spring” has ended.',
      data: { campaignId, projectId },
    });
    await notified('three', 2);
    expect((await notified('one', 1)).map(({ type }) => type)).toEqual(['campaign.started']);
    expect((await eventsOf('three', 2)).map(({ data }) => 'kind' in data && data.kind)).toEqual([
      'campaign.started',
      'campaign.ended',
    ]);
  });

  it('marks a notification as read once, and returns NOT_FOUND to another user', async () => {
    await review('dan');
    const [{ id }] = (await notified('dan', 1)) as [Notification];
    const read = (name: string, notificationId: string) =>
      ask(readNotification, { userId: idOf(name), notificationId });
    const first = await read('dan', id);
    expect(first.readAt).toMatch(/Z$/);
    expect(await read('dan', id)).toEqual(first);
    await expect(read('eve', id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(read('dan', newId())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('pages through the list, newest first, and filters the unread ones', async () => {
    for (let index = 0; index < 7; index += 1) {
      await review('fay', { pointsAwarded: index });
      await notified('fay', index + 1);
    }
    const [, second] = await notified('fay', 7);
    await ask(readNotification, { userId: idOf('fay'), notificationId: (second as Notification).id });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list('fay', { unread: true, limit: 2, cursor });
      seen.push(...page.items.map(({ body }) => body.replace(/\D/g, '')));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual(['6', '4', '3', '2', '1', '0']);
    await expect(list('fay', { cursor: 'garbage' })).rejects.toMatchObject({ code: 'INVALID_CURSOR' });
    expect(await ask(readAllNotifications, { userId: idOf('fay') })).toEqual({ read: 6 });
    expect(await ask(readAllNotifications, { userId: idOf('fay') })).toEqual({ read: 0 });
    expect((await list('fay', { unread: true })).items).toEqual([]);
  });

  it('emits one event for a notification and one for its reading when both are repeated', async () => {
    const id = newId();
    await Promise.all([1, 2, 3].map(() => review('kim', {}, id)));
    const [{ id: notificationId }] = (await notified('kim', 1)) as [Notification];
    const userId = idOf('kim');
    await Promise.all([1, 2].map(() => ask(readNotification, { userId, notificationId })));
    await ask(readNotification, { userId, notificationId });
    await review('kim');
    await notified('kim', 2);
    await ask(readAllNotifications, { userId });
    await ask(readAllNotifications, { userId });
    await review('kim');
    const own = await eventsOf('kim', 5);
    expect(own.map(({ type, data }) => [type, data])).toEqual([
      ['notification.created', { userId, notificationId, kind: 'submission.approved' }],
      ['notification.read', { userId, notificationId }],
      ['notification.created', { userId, notificationId: expect.any(String) as string, kind: 'submission.approved' }],
      ['notification.read', { userId, notificationId: null }],
      ['notification.created', { userId, notificationId: expect.any(String) as string, kind: 'submission.approved' }],
    ]);
    expect(new Set(own.map((event) => event.id)).size).toBe(5);
  });

  it('counts the unread ones, up to a thousand, and lists those of one type', async () => {
    expect(await unread('lea')).toBe(0);
    await review('lea');
    await review('lea', { decision: 'rejected' });
    await notified('lea', 2);
    expect(await unread('lea')).toBe(2);
    const { items } = await list('lea', { type: 'submission.rejected' });
    expect(items.map(({ type }) => type)).toEqual(['submission.rejected']);
    await ask(readNotification, { userId: idOf('lea'), notificationId: (items[0] as Notification).id });
    expect(await unread('lea')).toBe(1);
    expect((await list('lea', { type: 'submission.rejected', unread: true })).items).toEqual([]);
    await db.execute(sql`
      INSERT INTO notification (id, user_id, type, title, body)
      SELECT gen_random_uuid(), ${idOf('lea')}, 'submission.approved', 't', 'b' FROM generate_series(1, 1001)`);
    expect(await unread('lea')).toBe(1_000);
  });

  it('sends no notification of a type once the user muted it', async () => {
    const userId = idOf('max');
    const mute = (...mutedInApp: NotificationType[]) => ask(setNotificationPreferences, { userId, mutedInApp });
    expect(await ask(getNotificationPreferences, { userId })).toMatchObject({
      mutedInApp: [],
      mailReach: 'no_address',
    });
    await review('max');
    await notified('max', 1);
    expect(await mute('submission.approved', 'project.member_added')).toEqual(
      await ask(getNotificationPreferences, { userId }),
    );
    const muted = newId();
    await review('max', {}, muted);
    await review('max', { decision: 'rejected' });
    await waitFor(async () => (await db.rows(sql`SELECT FROM inbox WHERE event_id = ${muted}`)).length === 1);
    const types = async () => (await notified('max', 2)).map(({ type }) => type);
    expect(await types()).toEqual(['submission.rejected', 'submission.approved']);
    await mute();
    await review('max');
    expect((await notified('max', 3)).map(({ type }) => type)[0]).toBe('submission.approved');
    expect((await eventsOf('max', 3)).filter(({ type }) => type === 'notification.created')).toHaveLength(3);
  });

  it('sends operators one mail each about a new account, a locked sign-in and a reset second factor', async () => {
    const id = newId();
    const created = { adminId, email: 'op@x.example', role: 'super_admin' } as const;
    await Promise.all([1, 2, 3].map(() => publish('admin.created', created, id)));
    await publish('admin.sign_in_locked', {
      adminId,
      email: 'op@x.example',
      ip: '203.0.113.9',
      lockedUntil: '2026-01-01T00:15:00.000Z',
    });
    await publish('admin.second_factor_reset', { adminId, email: 'op@x.example' });
    await waitFor(() => smtp.received.length === 3);
    await waitFor(async () => (await db.rows(sql`SELECT 1 FROM mail WHERE status = 'sent'`)).length === 3);
    expect(smtp.received.map(({ to }) => to)).toEqual([['op@x.example'], ['op@x.example'], ['op@x.example']]);
    expect(smtp.received.map(({ raw }) => raw).join()).toContain('203.0.113.9');
  });

  it('sends an ordered mail once when the order is repeated, and deletes its code', async () => {
    const order = { mailId: newId(), recipient: 'cem@x.example', family: 'user', code: '0ak3v9x2qa' } as const;
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    const template = 'sign_in_code' as const;
    await Promise.all([1, 2, 3].map(() => bus.call(orderMail, { ...order, template, expiresAt })));
    const mail = await waitFor(() =>
      db.row(sql`SELECT text, html, subject FROM mail WHERE recipient = ${order.recipient} AND status = 'sent'`),
    );
    expect(mail).toEqual({ text: '', html: '', subject: 'Your code to sign in' });
    const received = smtp.received.filter(({ to }) => to.includes(order.recipient));
    expect(received.map(({ raw }) => raw.includes(order.code))).toEqual([true]);
  });

  it('mails an address of merged accounts how to object, until the deadline', async () => {
    const [mailId, recipient, objectionToken] = [newId(), 'merged@x.example', 'o'.repeat(43)];
    const [mergedAt, undoableUntil] = ['2026-05-01T12:00:00.000Z', new Date(Date.now() + 60_000).toISOString()];
    const merge = { survivor: 'alice', absorbed: 'bob', mergedAt, undoableUntil, objectionToken };
    const order = { mailId, recipient, template: 'merge_notice', family: 'user', code: null, merge } as const;
    await bus.call(orderMail, { ...order, expiresAt: undoableUntil });
    const sent = await waitFor(() => smtp.received.find(({ to: [one] }) => one === recipient));
    const unfolded = sent.raw.replaceAll('=\r\n', '');
    for (const said of ['alice', 'bob', 'on May 1, 2026 at 12:00 UTC', `/merge-objections/${objectionToken}`]) {
      expect(unfolded).toContain(said);
    }
    const row = sql`SELECT text, expires_at FROM mail WHERE recipient = ${recipient} AND status = 'sent'`;
    const mail = await waitFor(() => db.row<{ text: string; expiresAt: Date }>(row));
    expect([mail.text, mail.expiresAt.toISOString()]).toEqual(['', undoableUntil]);
  });

  it('mails a code of a quest with the text of its team, in which nothing is a link or markup', async () => {
    const [mailId, recipient] = [newId(), 'quest@x.example'];
    const intro = 'See https://evil.example\r\nBcc: eve@x.example <b>{code}</b>';
    const quest = { projectId: newId(), projectName: 'Moon', questTitle: 'Verify your address', intro };
    const order = {
      mailId,
      recipient,
      template: 'quest.email_link_otp',
      family: 'user',
      code: '0ak3v9x2qa',
      quest,
    } as const;
    await bus.call(orderMail, { ...order, expiresAt: new Date(Date.now() + 60_000).toISOString() });
    const { to, raw } = await waitFor(() => smtp.received.find(({ to: [one] }) => one === recipient));
    const unfolded = raw.replaceAll('=\r\n', '');
    for (const said of [
      '0ak3v9x2qa is your code',
      'Verify your address',
      'adds in its own words',
      '&lt;b&gt;{code}&lt;/b&gt;',
    ])
      expect(unfolded).toContain(said);
    for (const removed of ['https://evil', 'evil.example', '\r\nBcc:']) expect(unfolded).not.toContain(removed);
    expect(to).toEqual([recipient]);
  });

  it('links to the app in mails to users, and to the console in those to operators', async () => {
    const expiresAt = new Date(Date.now() + 60_000).toISOString();
    for (const family of ['user', 'admin'] as const) {
      const mail = {
        mailId: newId(),
        recipient: `${family}@family.example`,
        template: 'two_factor_on',
        family,
      } as const;
      await bus.call(orderMail, { ...mail, code: null, expiresAt });
      const to = () => smtp.received.filter(({ to: [one] }) => one === mail.recipient);
      await waitFor(() => to().length === 1);
      const unfolded = to()[0]?.raw.replaceAll('=\r\n', '');
      expect(unfolded?.includes('https://console.example')).toBe(family === 'admin');
    }
  });

  it('mails one digest to the address in identity when a replica is killed', async () => {
    const [userId, email] = [idOf('ned'), 'ned@x.example'];
    await db.execute(sql`INSERT INTO identity.user_account (id, referral_code) VALUES (${userId}, 'ned')`);
    await db.execute(sql`INSERT INTO identity.user_email (email, user_id) VALUES (${email}, ${userId})`);
    await Promise.all([1, 2, 3].map(() => review('ned', { decision: 'rejected' })));
    await notified('ned', 3);
    await replicas[0]?.kill();
    await db.execute(sql`UPDATE digest_reader SET due_at = now() WHERE user_id = ${userId}`);
    const mine = () => smtp.received.filter(({ to }) => to[0] === email);
    await waitFor(() => mine().length > 0);
    await replicas[0]?.restart();
    expect(mine()).toHaveLength(1);
    expect(mine()[0]?.raw).toContain('Subject: Submission rejected, and 2 more\r\n');
  });

  it('continues when one replica is killed', async () => {
    await replicas[0]?.kill();
    await review('gus');
    await notified('gus', 1);
    await replicas[0]?.restart();
  });

  describe('operators', () => {
    const asOperator = <Request extends object, Reply extends object | null>(
      contract: Contract<Request, Reply>,
      request: Request,
      id = adminId,
    ): Promise<Reply> => {
      const principal = { family: 'admin', adminId: id, sessionId: newId(), ...SUPER_ADMIN } as const;
      const caller = { operation: contract.http[0]?.id ?? '', principal };
      return runInContext({ ...newCallContext(), caller }, () => bus.call(contract, request));
    };
    const mailsTo = async (recipient: string) => (await asOperator(listMails, { recipient, limit: 10 })).items;
    /** A recipient that its server does not know. */
    const bounced = async (recipient: string) => {
      smtp.state.recipientRefusal = { code: 550, text: 'no such mailbox' };
      await publish('admin.created', { adminId, email: recipient, role: 'super_admin' });
      const [mail] = await waitFor(async () => {
        const found = await mailsTo(recipient);
        return found[0]?.status === 'failed' && found;
      });
      smtp.state.recipientRefusal = undefined;
      return mail as Mail;
    };
    const suppressionOf = async (recipient: string) =>
      (await asOperator(listMailSuppressions, { recipient, limit: 10 })).items[0];

    it('see a failed mail, lift the suppression of its address, and send it again', async () => {
      const mail = await bounced('Gone@x.example');
      expect(mail).toMatchObject({
        recipient: 'Gone@x.example',
        subject: 'Your operator account',
        attempts: 1,
        nextTryAt: null,
        lastError: expect.stringContaining('no such mailbox') as string,
        sentAt: null,
      });
      const retry = () => asOperator(retryMail, { mailId: mail.id, adminId });
      await expect(retry()).rejects.toMatchObject({ code: 'MAIL_SUPPRESSED' });
      const suppression = (await suppressionOf('gone@X.example')) as MailSuppression;
      expect(suppression).toMatchObject({ recipient: 'gone@x.example', reason: mail.lastError });
      const lift = () => asOperator(liftMailSuppression, { suppressionId: suppression.id, adminId });
      await Promise.all([lift(), lift()]);
      expect(await suppressionOf('gone@x.example')).toBeUndefined();
      const retried = await Promise.all([1, 2, 3].map(retry));
      expect(retried.map(({ id, status }) => [id, status])).toEqual([1, 2, 3].map(() => [mail.id, 'queued']));
      await waitFor(() => smtp.received.some(({ to }) => to[0] === 'Gone@x.example'));
      await waitFor(async () => (await mailsTo('gone@x.example'))[0]?.status === 'sent');
      await expect(retry()).rejects.toMatchObject({ code: 'MAIL_ALREADY_SENT' });
      await expect(asOperator(retryMail, { mailId: newId(), adminId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      const recorded = await waitFor(() => audited.length >= 2 && audited);
      expect(recorded.map(({ type, data }) => [type, data])).toEqual([
        ['mail.suppression_lifted', expect.objectContaining({ recipient: 'gone@x.example', adminId }) as object],
        ['mail.retried', expect.objectContaining({ mailId: mail.id, adminId }) as object],
      ]);
    });

    it('cannot send an expired mail again', async () => {
      const mail = await bounced('code@x.example');
      await db.execute(sql`UPDATE mail SET expires_at = now() WHERE id = ${mail.id}`);
      const [expired] = await mailsTo('code@x.example');
      expect(expired?.expiresAt).toMatch(/Z$/);
      await expect(asOperator(retryMail, { mailId: mail.id, adminId })).rejects.toMatchObject({ code: 'MAIL_EXPIRED' });
    });

    it('list mails in pages, by status and recipient', async () => {
      await db.execute(sql`
        INSERT INTO mail (id, event_id, recipient, subject, text, html, status)
        SELECT gen_random_uuid(), gen_random_uuid(), 'page@x.example', n::text, '', '', 'sent' FROM generate_series(1, 7) AS n`);
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await asOperator(listMails, { recipient: 'page@x.example', status: 'sent', limit: 3, cursor });
        seen.push(...page.items.map(({ subject }) => subject));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(seen.toSorted()).toEqual(['1', '2', '3', '4', '5', '6', '7']);
      const failed = await asOperator(listMails, { recipient: 'page@x.example', status: 'failed', limit: 3 });
      expect(failed.items).toEqual([]);
    });

    it('are refused once their demotion or suspension is answered', async () => {
      const [id, mail] = [`svcadmin_${'b'.repeat(32)}`, await bounced('late@x.example')];
      const lifting = async () => {
        const { id: suppressionId } = (await suppressionOf('late@x.example')) as MailSuppression;
        return asOperator(liftMailSuppression, { suppressionId, adminId: id }, id);
      };
      const access = { adminId: id, role: 'platform_moderator', status: 'active' } as const;
      await bus.call(setMailOperatorAccess, { ...access, version: 2 });
      await expect(lifting()).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(asOperator(retryMail, { mailId: mail.id, adminId: id }, id)).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
      await bus.call(setMailOperatorAccess, { ...access, role: 'super_admin', version: 4, status: 'suspended' });
      await publish('admin.updated', { ...access, role: 'super_admin', version: 3 });
      await expect(lifting()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
      await publish('admin.updated', { ...access, role: 'super_admin', version: 5 });
      await waitFor(() =>
        lifting().then(
          () => true,
          () => false,
        ),
      );
    });
  });
});
