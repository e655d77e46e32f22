import { generateKeyPairSync } from 'node:crypto';
import { findMailAddresses, type MailAddress } from '@questp/messages/identity';
import {
  getNotificationPreferences,
  getUnsubscription,
  listMails,
  NOTIFICATION_TYPES,
  setNotificationPreferences,
  unsubscribe,
  type NotificationType,
} from '@questp/messages/notifier';
import { newId, sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import { freePort } from '@questp/testing';
import { checkSignature } from '../testing/dkim.fixture.js';
import { MailWorker } from '../mail/mail-worker.js';
import { MailRepository } from '../mail/mail.repository.js';
import { startSmtpServer } from '../testing/smtp-server.fixture.js';
import { memberInvitedText } from '../texts/notification-texts.js';
import type { NotificationText } from '../texts/worded.js';
import { NotifyUsers } from '../notifications/notify-users.js';
import type { Config } from '../shared/config.js';
import { notifier } from '../service.js';
import { DIGEST_KINDS, UNSOLICITED } from '../texts/digest-kinds.js';
import { DigestWorker } from './digest-worker.js';
import { MOST_ITEMS, MOST_MAILS_A_DAY } from './digests.repository.js';

const API = 'https://api.example.org';

/** Both bodies of a mail as a mail client decodes them. */
function bodiesOf(raw: string): { text: string; html: string } {
  const partOf = (type: string) => {
    const [, encoding = '', body = ''] =
      new RegExp(`Content-Type: ${type}[^]*?Content-Transfer-Encoding: (\\S+)\r\n\r\n([^]*?)\r\n--`).exec(raw) ?? [];
    if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
    const bytes = body
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
    return encoding === 'quoted-printable' ? Buffer.from(bytes, 'latin1').toString() : body;
  };
  return { text: partOf('text/plain'), html: partOf('text/html') };
}

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

describe('mails of notifications', () => {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  let replicas: TestService<Config>[];
  let service: TestService<Config>;
  /** Users that identity returns. */
  const addresses = new Map<string, string>();
  let users = 0;

  const newUser = (email?: string) => {
    users += 1;
    const userId = `svcuser_${String(users).padStart(32, '0')}`;
    addresses.set(userId, email ?? `user${users}@x.example`);
    return userId;
  };
  const text = (type: NotificationType, body: string, group?: string): NotificationText => ({
    ...{ type, template: 'member_removed', params: {}, data: {}, title: `About ${type}`, body },
    ...(group !== undefined && { group }),
  });
  const tell = (
    userIds: string | string[],
    body = 'News.',
    type: NotificationType = 'campaign.ended',
    group?: string,
  ) => service.db.transaction((tx) => service.get(NotifyUsers).execute(tx, [userIds].flat(), text(type, body, group)));
  const makeDue = () =>
    service.db.execute(sql`UPDATE news_reader SET due_at = now() WHERE due_at < now() + interval '20 minutes'`);
  const gather = () => Promise.all(replicas.map((one) => one.get(DigestWorker).execute()));
  const send = () => Promise.all(replicas.map((one) => one.get(MailWorker).execute()));
  /** Moves everything into the past. */
  const pass = async () => {
    await makeDue();
    await gather();
    await send();
  };
  const toUser = (userId: string) => smtp.received.filter(({ to }) => to[0] === addresses.get(userId));
  const rowsOf = (userId: string) =>
    service.db.rows<{ status: string; lastError: string | null }>(
      sql`SELECT status, last_error FROM mail WHERE user_id = ${userId} ORDER BY id`,
    );
  const header = (raw = '', name = 'List-Unsubscribe') => new RegExp(`^${name}: (.+)\\r$`, 'm').exec(raw)?.[1];
  const tokenOf = (userId: string) =>
    (header(toUser(userId)[0]?.raw) ?? '').slice(`<${API}/v1/notifications/unsubscribe/`.length, -1);
  const mailed = async (userId: string) => (await service.call(getNotificationPreferences, { userId })).mailed;
  const refused = { code: 'NOT_FOUND' };

  beforeAll(async () => {
    smtp = await startSmtpServer();
    const env = {
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@questp.example',
      APP_URL: 'https://app.example.org',
      STUDIO_URL: 'https://studio.example.org',
      PUBLIC_URL: API,
      DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    };
    service = await startTestService(notifier, { env });
    replicas = [service, await startTestService(notifier, { env, beside: service })];
  }, 60_000);
  beforeEach(async () => {
    await service.db.execute(sql`DELETE FROM mail`);
    await service.db.execute(sql`DELETE FROM mail_suppression`);
    await service.db.execute(sql`DELETE FROM news_item`);
    addresses.clear();
    smtp.received.length = 0;
    Object.assign(smtp.state, { refusal: undefined, recipientRefusal: undefined });
    for (const { bus } of replicas) {
      bus.calls.length = 0;
      bus.answer(findMailAddresses, ({ userIds }) => ({
        items: userIds.flatMap((userId): MailAddress[] => {
          const email = addresses.get(userId);
          return email === undefined ? [] : [{ userId, email }];
        }),
        nextCursor: null,
      }));
    }
  });
  afterAll(async () => {
    await replicas[1]?.stop();
    await service.stop();
    await smtp.stop();
  });

  it('tell in one mail what came within 10 minutes, in two bodies, with links to the apps it is seen to in', async () => {
    const userId = newUser();
    await tell(userId, '“Spring” has ended.');
    await tell(userId, 'You are a <project admin> of “Moon”.', 'project.member_invited');
    await gather();
    expect(await rowsOf(userId)).toEqual([]);
    await pass();
    const [mail, ...more] = toUser(userId);
    expect(more).toEqual([]);
    expect(mail?.raw).toContain('Subject: About campaign.ended, and 1 more\r\n');
    const readable = mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    expect(readable).toContain('Open the app: https://app.example.org\r\n');
    expect(readable).toContain('<a href="https://studio.example.org">Open the studio</a>');
    expect(readable).toContain('&lt;project admin&gt;');
    expect(readable).toContain('Unsubscribe from all notification mails: https://app.example.org/unsubscribe/');
  });

  it('are of what a person waits for, unless the user chose; without an address of none', async () => {
    const [asTold, chose, nobody] = [newUser(), newUser(), newUser()];
    addresses.delete(nobody);
    const mine: NotificationType[] = ['submission.approved'];
    expect(await service.call(setNotificationPreferences, { userId: chose, mutedInApp: mine, mailed: mine })).toEqual({
      mutedInApp: mine,
      mailed: mine,
      mailReach: 'reached',
    });
    await service.call(setNotificationPreferences, { userId: chose, mutedInApp: [] });
    expect(await mailed(chose)).toEqual(mine);
    const word = (type: NotificationType) => `(${type.replace('.', ' ')})`;
    const solicited = NOTIFICATION_TYPES.filter((type) => !UNSOLICITED.includes(type));
    // Each mail has room for all of its items.
    for (const types of [UNSOLICITED, solicited.slice(0, MOST_ITEMS), solicited.slice(MOST_ITEMS)]) {
      for (const type of types) await tell([asTold, chose, nobody], word(type), type);
      await pass();
    }
    const told = (userId: string) => {
      const raws = toUser(userId).map(({ raw }) => raw.replaceAll('=\r\n', ''));
      return NOTIFICATION_TYPES.filter((type) => raws.some((raw) => raw.includes(word(type))));
    };
    expect(told(asTold)).toEqual(NOTIFICATION_TYPES.filter((type) => DIGEST_KINDS[type].mailed));
    expect(told(asTold)).toEqual(await mailed(asTold));
    expect(told(chose)).toEqual(mine);
    expect([toUser(asTold).length, toUser(chose).length]).toEqual([3, 1]);
    expect(await service.db.rows(sql`SELECT FROM news_reader WHERE user_id = ${nobody}`)).toEqual([]);
    expect(await service.db.rows(sql`SELECT FROM news_item`)).toEqual([]);
  });

  it('go to the address that the user has as they are sent, of which nothing is kept', async () => {
    const [moved, gone] = [newUser('before@x.example'), newUser('gone@x.example')];
    await tell([moved, gone]);
    await makeDue();
    await gather();
    addresses.set(moved, 'after@x.example').delete(gone);
    smtp.state.recipientRefusal = { code: 450, text: 'not now: after@x.example' };
    await send();
    expect(await rowsOf(moved)).toEqual([
      { status: 'queued', lastError: expect.stringContaining('not now: (recipient)') as string },
    ]);
    smtp.state.recipientRefusal = undefined;
    await service.db.execute(sql`UPDATE mail SET next_try_at = now()`);
    await send();
    expect(smtp.received.map(({ to }) => to)).toEqual([['after@x.example']]);
    expect(await rowsOf(gone)).toEqual([]);
    const kept = await service.asOwner().rows(sql`
      SELECT m::text FROM mail AS m UNION SELECT r::text FROM news_reader AS r UNION SELECT o.data::text FROM outbox AS o`);
    expect(JSON.stringify(kept)).not.toMatch(/@x\.example/);
    const operator = { recipient: undefined, limit: 10 };
    expect((await service.call(listMails, operator)).items).toMatchObject([{ recipient: null, userId: moved }]);
  });

  it('ask identity for the addresses of many users at once', async () => {
    await tell(Array.from({ length: 150 }, () => newUser()));
    await makeDue();
    await service.get(DigestWorker).execute();
    await service.get(DigestWorker).execute();
    expect(service.bus.calls).toHaveLength(2);
    expect(await service.db.rows(sql`SELECT FROM mail`)).toHaveLength(150);
  });

  it('wait while identity is not there, and mails with codes do not (A-89)', async () => {
    const userId = newUser();
    await tell(userId);
    await makeDue();
    await gather();
    await tell(userId, 'Later.');
    await makeDue();
    for (const { bus } of replicas) bus.answer(findMailAddresses, () => Promise.reject(new Error('down')));
    await expect(service.get(DigestWorker).execute()).rejects.toThrow('down');
    const code = { subject: 'Code', text: '1', html: '1' };
    await service.db.transaction((tx) => service.get(MailRepository).enqueue(tx, newId(), 'code@x.example', code));
    await service.get(MailWorker).execute();
    expect(smtp.received.map(({ to }) => to)).toEqual([['code@x.example']]);
    expect(await rowsOf(userId)).toEqual([{ status: 'queued', lastError: 'down' }]);
    expect(await service.db.rows(sql`SELECT FROM news_item WHERE user_id = ${userId}`)).toHaveLength(1);
  });

  it('wait for mails with codes, however many there are', async () => {
    await tell(Array.from({ length: 10 }, () => newUser()));
    await makeDue();
    await gather();
    const code = { subject: 'Code', text: '1', html: '1' };
    await service.db.transaction((tx) => service.get(MailRepository).enqueue(tx, newId(), 'code@x.example', code));
    await service.get(MailWorker).execute();
    expect(smtp.received.map(({ to }) => to[0])).toContain('code@x.example');
  });

  it(`are ${MOST_MAILS_A_DAY} for a user and day, however many replicas; what comes then waits for the first to be a day old`, async () => {
    const userId = newUser();
    for (let index = 0; index < MOST_MAILS_A_DAY + 3; index += 1) {
      await tell(userId, `News ${index}.`);
      await makeDue();
      await Promise.all([gather(), gather(), gather()]);
    }
    expect(await rowsOf(userId)).toHaveLength(MOST_MAILS_A_DAY);
    const reader = () =>
      service.db.row<{ hours: number | null }>(sql`
        SELECT round(extract(epoch FROM due_at - now()) / 3600)::int AS hours FROM news_reader WHERE user_id = ${userId}`);
    expect(await reader()).toEqual({ hours: 24 });
    await service.db.execute(sql`
      UPDATE news_reader SET due_at = now(), mailed_at = ARRAY[now() - interval '24 hours'] || mailed_at[2:]
      WHERE user_id = ${userId}`);
    await gather();
    const [last] = await service.db.rows<{ text: string }>(sql`
      SELECT text FROM mail WHERE user_id = ${userId} ORDER BY id DESC LIMIT 1`);
    expect(last?.text).toMatch(/^News 5\.\n\nNews 6\.\n\nNews 7\.\n/);
    expect(await reader()).toEqual({ hours: null });
  });

  it("list items about the user's own work first, and at most three invitations", async () => {
    const userId = newUser();
    const invited = 'project.member_invited';
    for (let index = 0; index < MOST_ITEMS + 5; index += 1) await tell(userId, `Invitation ${index}.`, invited);
    await tell(userId, '“Write a thread” was rejected.', 'submission.rejected');
    await pass();
    const [mail] = toUser(userId);
    expect(mail?.raw).toContain(`Subject: About submission.rejected, and ${MOST_ITEMS + 5} more\r\n`);
    const text = mail?.raw.replaceAll('=\r\n', '') ?? '';
    expect(text).toMatch(
      /was rejected\.\r\n\r\nInvitation 0\.\r\n\r\nInvitation 1\.\r\n\r\nInvitation 2\.\r\n\r\n22 more are/,
    );
  });

  it('of invitations alone are one for a user and day, which take no place of other news', async () => {
    const userId = newUser();
    const round = async (body: string, type: NotificationType) => {
      await tell(userId, body, type);
      await makeDue();
      await Promise.all([gather(), gather()]);
    };
    for (let index = 0; index < 4; index += 1) await round(`Invitation ${index}.`, 'project.member_invited');
    expect(await rowsOf(userId)).toHaveLength(1);
    for (let index = 0; index < MOST_MAILS_A_DAY + 2; index += 1) await round(`News ${index}.`, 'campaign.ended');
    const texts = async () =>
      (await service.db.rows<{ text: string }>(sql`SELECT text FROM mail WHERE user_id = ${userId} ORDER BY id`)).map(
        ({ text }) => text,
      );
    expect(await texts()).toHaveLength(1 + MOST_MAILS_A_DAY);
    expect((await texts())[1]).toMatch(/^News 0\.\n\nInvitation 1\.\n\nInvitation 2\.\n\nInvitation 3\.\n/);
    await service.db.execute(sql`
      UPDATE news_reader SET mailed_at = '{}', unsolicited_mailed_at = unsolicited_mailed_at - interval '1 day'
      WHERE user_id = ${userId}`);
    await service.db.execute(sql`DELETE FROM news_item WHERE user_id = ${userId}`);
    await round('Invitation 5.', 'project.member_invited');
    expect((await texts()).at(-1)).toMatch(/^Invitation 5\.\n/);
  });

  it.each([
    'https://evil.example/a?b=c',
    'evil.example',
    'www.evil.example:8080/x',
    'HTTP://EVIL.example',
    'a@evil.example',
    'http://203.0.113.9/x',
    'ftp://evil',
    'evil。example',
    'Moon.finance',
  ])('make no link of a name like %s', async (projectName) => {
    const userId = newUser();
    const role = 'project_admin';
    const invited = {
      projectId: '',
      projectName,
      userId,
      role,
      invitationId: '',
      expiresAt: '2026-05-08T12:00:00.000Z',
    };
    await service.db.transaction((tx) =>
      service.get(NotifyUsers).execute(tx, [userId], memberInvitedText({ ...invited, role, invitedBy: userId })),
    );
    await pass();
    const [mail] = toUser(userId);
    const { text, html } = bodiesOf(mail?.raw ?? '');
    const own = /(https:\/\/(app|studio|api)\.example\.org[\w./-]*|no-reply@questp\.example)/g;
    for (const body of [text, html]) {
      expect(body).toContain('You can become a project admin of');
      expect(body.replaceAll(own, '')).not.toMatch(
        /:\/\/|www\.\S|[\p{L}\p{N}_-]+[.\u3002\uff0e\uff61\u2024][\p{L}\p{N}]/u,
      );
    }
    expect(html.match(/<a\s/g)).toHaveLength(3);
  });

  it('contain one item for an updated notification, and count items beyond the maximum', async () => {
    const userId = newUser();
    await service.call(setNotificationPreferences, { userId, mutedInApp: [], mailed: ['review.waiting'] });
    for (const waiting of [1, 2, 3]) await tell(userId, `${waiting} wait.`, 'review.waiting', 'moon');
    for (let index = 0; index < MOST_ITEMS + 2; index += 1)
      await tell(userId, 'One waits.', 'review.waiting', `${index}`);
    await makeDue();
    await gather();
    const mail = await service.db.row<{ text: string }>(sql`SELECT text FROM mail WHERE user_id = ${userId}`);
    expect(mail?.text).toMatch(/^3 wait\.\n/);
    expect(mail?.text).not.toContain('2 wait.');
    expect(mail?.text).toContain('3 more are in the app.');
  });

  it('are not sent a day late: neither what waits nor a mail that was tried', async () => {
    const [late, tried] = [newUser(), newUser()];
    await tell(late);
    await service.db.execute(sql`UPDATE news_item SET created_at = now() - interval '1 day'`);
    await tell(tried);
    await makeDue();
    await gather();
    expect(await rowsOf(late)).toEqual([]);
    await service.db.execute(sql`UPDATE mail SET expires_at = now()`);
    await send();
    expect(smtp.received).toEqual([]);
    expect(await rowsOf(tried)).toMatchObject([{ status: 'failed' }]);
  });

  it('are made once by another replica after a crash', async () => {
    const userId = newUser();
    await tell(userId);
    await makeDue();
    service.bus.answer(findMailAddresses, () => Promise.reject(new Error('killed')));
    await expect(service.get(DigestWorker).execute()).rejects.toThrow('killed');
    await replicas[1]?.get(DigestWorker).execute();
    expect(await rowsOf(userId)).toEqual([]);
    await makeDue();
    await replicas[1]?.get(DigestWorker).execute();
    await replicas[1]?.get(DigestWorker).execute();
    expect(await rowsOf(userId)).toHaveLength(1);
  });

  it('do not reach an address that bounced, nor any later one to it, which its user sees', async () => {
    const userId = newUser();
    const reach = async () => (await service.call(getNotificationPreferences, { userId })).mailReach;
    expect(await reach()).toBe('reached');
    smtp.state.recipientRefusal = { code: 550, text: 'no such mailbox' };
    await tell(userId);
    await pass();
    smtp.state.recipientRefusal = undefined;
    await tell(userId);
    await pass();
    expect(await rowsOf(userId)).toMatchObject([
      { status: 'failed', lastError: expect.stringContaining('no such mailbox') as string },
      { status: 'failed', lastError: expect.stringContaining('gets no mails') as string },
    ]);
    expect(await reach()).toBe('suppressed');
    addresses.delete(userId);
    expect(await reach()).toBe('no_address');
    expect(smtp.received).toEqual([]);
  });

  it('survive a mail server that is not there (A-89)', async () => {
    const SMTP_URL = `smtp://127.0.0.1:${await freePort()}`;
    const other = await startTestService(notifier, { env: { SMTP_URL }, beside: service });
    const userId = newUser();
    await tell(userId);
    await makeDue();
    await gather();
    const { bus } = other;
    bus.answer(findMailAddresses, () => ({ items: [{ userId, email: 'a@x.example' }], nextCursor: null }));
    await other.get(MailWorker).execute();
    expect(await rowsOf(userId)).toMatchObject([{ status: 'queued' }]);
    await other.stop();
  });

  describe('are unsubscribed from', () => {
    /** A user who received a mail with these types. */
    const reader = async (...types: NotificationType[]) => {
      const userId = newUser();
      for (const type of types) await tell(userId, 'News.', type);
      await pass();
      return { userId, token: tokenOf(userId), raw: toUser(userId)[0]?.raw ?? '' };
    };

    it('by headers for one click, which the signature covers; codes have none', async () => {
      const { raw } = await reader('campaign.ended', 'project.member_invited');
      expect(header(raw)).toMatch(/^<https:\/\/api\.example\.org\/v1\/notifications\/unsubscribe\/[\w.-]+>$/);
      expect(header(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
      const { tags, valid } = checkSignature(raw, publicKey);
      const signed = tags['h']?.toLowerCase().split(':');
      expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
      expect(valid).toBe(true);
      expect(checkSignature(raw.replace('One-Click', 'Two'), publicKey).valid).toBe(false);
      expect(checkSignature(raw.replace('unsubscribe/', 'unsubscribe/x'), publicKey).valid).toBe(false);

      smtp.received.length = 0;
      const code = { subject: 'Code', text: '1', html: '1' };
      await service.db.transaction((tx) => service.get(MailRepository).enqueue(tx, newId(), 'code@x.example', code));
      await send();
      expect(smtp.received[0]?.raw).not.toMatch(/^List-/m);
    });

    it('for the types in the mail, idempotently, with queued items; GET has no effect', async () => {
      const { userId, token } = await reader('campaign.ended');
      const before = await mailed(userId);
      const types: NotificationType[] = ['campaign.ended'];
      expect(await service.call(getUnsubscription, { token })).toEqual({ types });
      expect(await mailed(userId)).toEqual(before);
      smtp.state.refusal = { code: 451, text: 'busy' };
      await tell(userId);
      await pass();
      expect((await rowsOf(userId)).map(({ status }) => status)).toEqual(['sent', 'queued']);
      smtp.state.refusal = undefined;
      await tell(userId);
      const answers = await Promise.all(Array.from({ length: 20 }, () => service.call(unsubscribe, { token })));
      expect(answers).toEqual(answers.map(() => ({ types })));
      expect(await mailed(userId)).toEqual(before.filter((type) => type !== 'campaign.ended'));
      await tell(userId);
      await tell(userId, 'Points.', 'submission.reversed');
      await service.db.execute(sql`UPDATE mail SET next_try_at = now()`);
      await pass();
      expect(toUser(userId).map(({ raw }) => header(raw, 'Subject'))).toEqual([
        'About campaign.ended',
        'About submission.reversed',
      ]);
    });

    it('at all by the other address of the mail, until the user chooses again', async () => {
      const { userId } = await reader('campaign.ended');
      const raw = toUser(userId)[0]?.raw.replaceAll('=\r\n', '') ?? '';
      const [, token = ''] =
        /all notification mails: https:\/\/app\.example\.org\/unsubscribe\/([\w.-]+)/.exec(raw) ?? [];
      expect(await service.call(unsubscribe, { token })).toEqual({ types: NOTIFICATION_TYPES });
      expect(await mailed(userId)).toEqual([]);
      const later = sql`SELECT mailed FROM news_choice WHERE user_id = ${userId} AND type = '*'`;
      expect(await service.db.row(later)).toEqual({ mailed: false });
      await service.call(setNotificationPreferences, { userId, mutedInApp: [], mailed: ['campaign.ended'] });
      await tell(userId);
      await pass();
      expect(toUser(userId)).toHaveLength(2);
    });

    it('not without a valid token', async () => {
      const [one, other] = [await reader('campaign.ended'), await reader('campaign.ended')];
      const before = await mailed(one.userId);
      const [said = '', signature = ''] = one.token.split('.');
      const [, others] = other.token.split('.');
      const all = Buffer.from(`${one.userId} *`).toString('base64url');
      const nobody = Buffer.from(`svcuser_${'f'.repeat(32)} *`).toString('base64url');
      const tokens = [
        `${said}.${others}`,
        `${all}.${signature}`,
        `${nobody}.${signature}`,
        `${said}.${'A'.repeat(43)}`,
        `AA.${'A'.repeat(43)}`,
        `_w.${'A'.repeat(43)}`,
      ];
      for (const token of tokens) {
        await expect(service.call(unsubscribe, { token })).rejects.toMatchObject(refused);
        await expect(service.call(getUnsubscription, { token })).rejects.toMatchObject(refused);
      }
      expect(await mailed(one.userId)).toEqual(before);
    });

    it('by a URL that fits a header line and its form, for any mail', async () => {
      const { userId } = await (async () => {
        const id = newUser();
        const types = NOTIFICATION_TYPES.slice(0, MOST_ITEMS);
        await service.call(setNotificationPreferences, { userId: id, mutedInApp: [], mailed: types });
        for (const type of types) await tell(id, 'News.', type);
        await pass();
        return { userId: id };
      })();
      expect(
        toUser(userId)[0]
          ?.raw.split('\r\n')
          .every((line) => line.length <= 998),
      ).toBe(true);
      await service.call(unsubscribe, { token: tokenOf(userId) });
      expect(await mailed(userId)).toEqual([]);
    });
  });
});
