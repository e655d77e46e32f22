import {
  getUnsubscription,
  NOTIFICATION_TYPES,
  setNotificationPreferences,
  unsubscribe,
  type NotificationType,
} from '@questp/messages/notifier';
import { sql } from '@questp/postgres';
import { started } from '@questp/testing';
import { checkSignature } from '../testing/dkim.fixture.js';
import { header, publicKey, startDigests } from '../testing/digests.fixture.js';
import { MAX_ITEMS } from './digests.repository.js';

describe('mails of notifications', () => {
  const stage = started(startDigests);
  beforeEach(() => stage.reset());

  describe('the link that unsubscribes', () => {
    /** A user who received a mail with these types. */
    const reader = async (...types: NotificationType[]) => {
      const userId = stage.newUser();
      for (const type of types) await stage.notify(userId, 'News.', type);
      await stage.pass();
      return { userId, token: stage.tokenOf(userId), raw: stage.toUser(userId)[0]?.raw ?? '' };
    };

    it('is in signed headers for one click, and not in mails with codes', async () => {
      const { raw } = await reader('campaign.ended', 'project.member_invited');
      expect(header(raw)).toMatch(/^<https:\/\/api\.example\.org\/v1\/notifications\/unsubscribe\/[\w.-]+>$/);
      expect(header(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
      const { tags, valid } = checkSignature(raw, publicKey);
      const signed = tags['h']?.toLowerCase().split(':');
      expect(signed).toEqual(expect.arrayContaining(['list-unsubscribe', 'list-unsubscribe-post']));
      expect(valid).toBe(true);
      expect(checkSignature(raw.replace('One-Click', 'Two'), publicKey).valid).toBe(false);
      expect(checkSignature(raw.replace('unsubscribe/', 'unsubscribe/x'), publicKey).valid).toBe(false);

      stage.smtp.received.length = 0;
      await stage.queueCode();
      await stage.send();
      expect(stage.smtp.received[0]?.raw).not.toMatch(/^List-/m);
    });

    it('ends the types in the mail idempotently and drops queued items; GET has no effect', async () => {
      const { userId, token } = await reader('campaign.ended');
      const before = await stage.mailed(userId);
      const types: NotificationType[] = ['campaign.ended'];
      expect(await stage.call(getUnsubscription, { token })).toEqual({ types });
      expect(await stage.mailed(userId)).toEqual(before);
      stage.smtp.state.refusal = { code: 451, text: 'busy' };
      await stage.notify(userId);
      await stage.pass();
      expect((await stage.rowsOf(userId)).map(({ status }) => status)).toEqual(['sent', 'queued']);
      stage.smtp.state.refusal = undefined;
      await stage.notify(userId);
      const answers = await Promise.all(Array.from({ length: 20 }, () => stage.call(unsubscribe, { token })));
      expect(answers).toEqual(answers.map(() => ({ types })));
      expect(await stage.mailed(userId)).toEqual(before.filter((type) => type !== 'campaign.ended'));
      await stage.notify(userId);
      await stage.notify(userId, 'Points.', 'submission.reversed');
      await stage.db.execute(sql`UPDATE mail SET next_try_at = now()`);
      await stage.pass();
      expect(stage.toUser(userId).map(({ raw }) => header(raw, 'Subject'))).toEqual([
        'About campaign.ended',
        'About submission.reversed',
      ]);
    });

    it('for all mails ends every type until the user chooses again', async () => {
      const { userId } = await reader('campaign.ended');
      const raw = stage.toUser(userId)[0]?.raw.replaceAll('=\r\n', '') ?? '';
      const [, token = ''] =
        /all notification mails: https:\/\/app\.example\.org\/unsubscribe\/([\w.-]+)/.exec(raw) ?? [];
      expect(await stage.call(unsubscribe, { token })).toEqual({ types: NOTIFICATION_TYPES });
      expect(await stage.mailed(userId)).toEqual([]);
      const later = sql`SELECT mailed FROM digest_choice WHERE user_id = ${userId} AND type = '*'`;
      expect(await stage.db.row(later)).toEqual({ mailed: false });
      await stage.call(setNotificationPreferences, { userId, mutedInApp: [], mailed: ['campaign.ended'] });
      await stage.notify(userId);
      await stage.pass();
      expect(stage.toUser(userId)).toHaveLength(2);
    });

    it('is refused without a valid token', async () => {
      const [one, other] = [await reader('campaign.ended'), await reader('campaign.ended')];
      const before = await stage.mailed(one.userId);
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
        await expect(stage.call(unsubscribe, { token })).rejects.toMatchObject({ code: 'NOT_FOUND' });
        await expect(stage.call(getUnsubscription, { token })).rejects.toMatchObject({ code: 'NOT_FOUND' });
      }
      expect(await stage.mailed(one.userId)).toEqual(before);
    });

    it('fits a header line and its form for any mail', async () => {
      const { userId } = await (async () => {
        const id = stage.newUser();
        const types = NOTIFICATION_TYPES.slice(0, MAX_ITEMS);
        await stage.call(setNotificationPreferences, { userId: id, mutedInApp: [], mailed: types });
        for (const type of types) await stage.notify(id, 'News.', type);
        await stage.pass();
        return { userId: id };
      })();
      expect(
        stage
          .toUser(userId)[0]
          ?.raw.split('\r\n')
          .every((line) => line.length <= 998),
      ).toBe(true);
      await stage.call(unsubscribe, { token: stage.tokenOf(userId) });
      expect(await stage.mailed(userId)).toEqual([]);
    });
  });
});
