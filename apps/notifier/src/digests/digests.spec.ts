import { NOTIFICATION_TYPES, setNotificationPreferences, type NotificationType } from '@questp/messages/notifier';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { NotifyUsers } from '../notifications/notify-users.js';
import { DIGEST_KINDS, UNSOLICITED } from '../texts/digest-kinds.js';
import { memberInvitedText } from '../texts/notification-texts.js';
import { startDigests } from '../testing/digests.fixture.js';
import { MAX_ITEMS, MAX_MAILS_A_DAY } from './digests.repository.js';

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

describe('mails of notifications', () => {
  const stage = started(startDigests);
  beforeEach(() => stage.reset());

  it('a digest sends the notifications of 10 minutes in one mail, as text and HTML, with links to the apps', async () => {
    const userId = stage.newUser();
    await stage.notify(userId, '“Spring” has ended.');
    await stage.notify(userId, 'You are a <project admin> of “Moon”.', 'project.member_invited');
    await stage.gather();
    expect(await stage.rowsOf(userId)).toEqual([]);
    await stage.pass();
    const [mail, ...more] = stage.toUser(userId);
    expect(more).toEqual([]);
    expect(mail?.raw).toContain('Subject: About campaign.ended, and 1 more\r\n');
    const readable = mail?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
    expect(readable).toContain('Open the app: https://app.example.org\r\n');
    expect(readable).toContain('<a href="https://studio.example.org">Open the studio</a>');
    expect(readable).toContain('&lt;project admin&gt;');
    expect(readable).toContain('Unsubscribe from all notification mails: https://app.example.org/unsubscribe/');
  });

  it('contain the types that are mailed by default or that the user chose, and are not made without an address', async () => {
    const [byDefault, chose, unreachable] = [stage.newUser(), stage.newUser(), stage.newUser()];
    stage.addresses.delete(unreachable);
    const mine: NotificationType[] = ['submission.approved'];
    expect(await stage.call(setNotificationPreferences, { userId: chose, mutedInApp: mine, mailed: mine })).toEqual({
      mutedInApp: mine,
      mailed: mine,
      mailReach: 'reached',
    });
    await stage.call(setNotificationPreferences, { userId: chose, mutedInApp: [] });
    expect(await stage.mailed(chose)).toEqual(mine);
    const word = (type: NotificationType) => `(${type.replace('.', ' ')})`;
    const solicited = NOTIFICATION_TYPES.filter((type) => !UNSOLICITED.includes(type));
    // Each mail has room for all of its items.
    const pages = [0, 1, 2].map((page) => solicited.slice(page * MAX_ITEMS, (page + 1) * MAX_ITEMS));
    expect(pages.flat()).toEqual(solicited);
    for (const types of [UNSOLICITED, ...pages]) {
      for (const type of types) await stage.notify([byDefault, chose, unreachable], word(type), type);
      await stage.pass();
    }
    const shownTo = (userId: string) => {
      const raws = stage.toUser(userId).map(({ raw }) => raw.replaceAll('=\r\n', ''));
      return NOTIFICATION_TYPES.filter((type) => raws.some((raw) => raw.includes(word(type))));
    };
    expect(shownTo(byDefault)).toEqual(NOTIFICATION_TYPES.filter((type) => DIGEST_KINDS[type].mailed));
    expect(shownTo(byDefault)).toEqual(await stage.mailed(byDefault));
    expect(shownTo(chose)).toEqual(mine);
    expect([stage.toUser(byDefault).length, stage.toUser(chose).length]).toEqual([4, 1]);
    expect(await stage.db.rows(sql`SELECT FROM digest_reader WHERE user_id = ${unreachable}`)).toEqual([]);
    expect(await stage.db.rows(sql`SELECT FROM digest_item`)).toEqual([]);
  });

  it(`are at most ${MAX_MAILS_A_DAY} a day for a user with several replicas; later items wait until the first is a day old`, async () => {
    const userId = stage.newUser();
    for (let index = 0; index < MAX_MAILS_A_DAY + 3; index += 1) {
      await stage.notify(userId, `News ${index}.`);
      await stage.makeDue();
      await Promise.all([stage.gather(), stage.gather(), stage.gather()]);
    }
    expect(await stage.rowsOf(userId)).toHaveLength(MAX_MAILS_A_DAY);
    const reader = () =>
      stage.db.row<{ hours: number | null }>(sql`
        SELECT round(extract(epoch FROM due_at - now()) / 3600)::int AS hours FROM digest_reader WHERE user_id = ${userId}`);
    expect(await reader()).toEqual({ hours: 24 });
    await stage.db.execute(sql`
      UPDATE digest_reader SET due_at = now(), mailed_at = ARRAY[now() - interval '24 hours'] || mailed_at[2:]
      WHERE user_id = ${userId}`);
    await stage.gather();
    const [last] = await stage.db.rows<{ text: string }>(sql`
      SELECT text FROM mail WHERE user_id = ${userId} ORDER BY id DESC LIMIT 1`);
    expect(last?.text).toMatch(/^News 5\.\n\nNews 6\.\n\nNews 7\.\n/);
    expect(await reader()).toEqual({ hours: null });
  });

  it("list items about the user's own work first, and at most three invitations", async () => {
    const userId = stage.newUser();
    const invited = 'project.member_invited';
    for (let index = 0; index < MAX_ITEMS + 5; index += 1) await stage.notify(userId, `Invitation ${index}.`, invited);
    await stage.notify(userId, '“Write a thread” was rejected.', 'submission.rejected');
    await stage.pass();
    const [mail] = stage.toUser(userId);
    expect(mail?.raw).toContain(`Subject: About submission.rejected, and ${MAX_ITEMS + 5} more\r\n`);
    const text = mail?.raw.replaceAll('=\r\n', '') ?? '';
    expect(text).toMatch(
      /was rejected\.\r\n\r\nInvitation 0\.\r\n\r\nInvitation 1\.\r\n\r\nInvitation 2\.\r\n\r\n22 more are/,
    );
  });

  it('with invitations alone are at most one a day for a user, and do not count towards the limit of others', async () => {
    const userId = stage.newUser();
    const round = async (body: string, type: NotificationType) => {
      await stage.notify(userId, body, type);
      await stage.makeDue();
      await Promise.all([stage.gather(), stage.gather()]);
    };
    for (let index = 0; index < 4; index += 1) await round(`Invitation ${index}.`, 'project.member_invited');
    expect(await stage.rowsOf(userId)).toHaveLength(1);
    for (let index = 0; index < MAX_MAILS_A_DAY + 2; index += 1) await round(`News ${index}.`, 'campaign.ended');
    const texts = async () =>
      (await stage.db.rows<{ text: string }>(sql`SELECT text FROM mail WHERE user_id = ${userId} ORDER BY id`)).map(
        ({ text }) => text,
      );
    expect(await texts()).toHaveLength(1 + MAX_MAILS_A_DAY);
    expect((await texts())[1]).toMatch(/^News 0\.\n\nInvitation 1\.\n\nInvitation 2\.\n\nInvitation 3\.\n/);
    await stage.db.execute(sql`
      UPDATE digest_reader SET mailed_at = '{}', unsolicited_mailed_at = unsolicited_mailed_at - interval '1 day'
      WHERE user_id = ${userId}`);
    await stage.db.execute(sql`DELETE FROM digest_item WHERE user_id = ${userId}`);
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
  ])('show a name like %s without a link', async (projectName) => {
    const userId = stage.newUser();
    const role = 'project_admin';
    const invited = {
      projectId: '',
      projectName,
      userId,
      role,
      invitationId: '',
      expiresAt: '2026-05-08T12:00:00.000Z',
    };
    await stage.db.transaction((tx) =>
      stage.get(NotifyUsers).execute(tx, [userId], memberInvitedText({ ...invited, role, invitedBy: userId })),
    );
    await stage.pass();
    const [mail] = stage.toUser(userId);
    const { text, html } = bodiesOf(mail?.raw ?? '');
    const styles = /<style>.*?<\/style>| style="[^"]*"/gs;
    const own = /(https:\/\/(app|studio|api)\.example\.org[\w./-]*|no-reply@questp\.example)/g;
    for (const body of [text, html]) {
      expect(body).toContain('You can become a project admin of');
      expect(body.replaceAll(styles, '').replaceAll(own, '')).not.toMatch(
        /:\/\/|www\.\S|[\p{L}\p{N}_-]+[.\u3002\uff0e\uff61\u2024][\p{L}\p{N}]/u,
      );
    }
    expect(html.match(/<a\s/g)).toHaveLength(3);
  });

  it('contain one item for an updated notification, and count items beyond the maximum', async () => {
    const userId = stage.newUser();
    await stage.call(setNotificationPreferences, { userId, mutedInApp: [], mailed: ['review.waiting'] });
    for (const waiting of [1, 2, 3]) await stage.notify(userId, `${waiting} wait.`, 'review.waiting', 'moon');
    for (let index = 0; index < MAX_ITEMS + 2; index += 1)
      await stage.notify(userId, 'One waits.', 'review.waiting', `${index}`);
    await stage.makeDue();
    await stage.gather();
    const mail = await stage.db.row<{ text: string }>(sql`SELECT text FROM mail WHERE user_id = ${userId}`);
    expect(mail?.text).toMatch(/^3 wait\.\n/);
    expect(mail?.text).not.toContain('2 wait.');
    expect(mail?.text).toContain('3 more are in the app.');
  });
});
