import { findMailAddresses } from '@questp/messages/identity';
import { getNotificationPreferences, listMails } from '@questp/messages/notifier';
import { sql } from '@questp/postgres';
import { startTestService } from '@questp/service-kit/testing';
import { freePort, started } from '@questp/testing';
import { MailWorker } from '../mail/mail-worker.js';
import { notifier } from '../service.js';
import { DigestWorker } from './digest-worker.js';
import { startDigests } from '../testing/digests.fixture.js';

describe('mails of notifications', () => {
  const stage = started(startDigests);
  beforeEach(() => stage.reset());

  it('go to the current address of the user, which is not stored', async () => {
    const [moved, gone] = [stage.newUser('before@x.example'), stage.newUser('gone@x.example')];
    await stage.notify([moved, gone]);
    await stage.makeDue();
    await stage.gather();
    stage.addresses.set(moved, 'after@x.example').delete(gone);
    stage.smtp.state.recipientRefusal = { code: 450, text: 'not now: after@x.example' };
    await stage.send();
    expect(await stage.rowsOf(moved)).toEqual([
      { status: 'queued', lastError: expect.stringContaining('not now: (recipient)') as string },
    ]);
    stage.smtp.state.recipientRefusal = undefined;
    await stage.db.execute(sql`UPDATE mail SET next_try_at = now()`);
    await stage.send();
    expect(stage.smtp.received.map(({ to }) => to)).toEqual([['after@x.example']]);
    expect(await stage.rowsOf(gone)).toEqual([]);
    const kept = await stage.asOwner().rows(sql`
      SELECT m::text FROM mail AS m UNION SELECT r::text FROM digest_reader AS r UNION SELECT o.data::text FROM outbox AS o`);
    expect(JSON.stringify(kept)).not.toMatch(/@x\.example/);
    const operator = { recipient: undefined, limit: 10 };
    expect((await stage.call(listMails, operator)).items).toMatchObject([{ recipient: null, userId: moved }]);
  });

  it('fetch the addresses of many users in one call to identity', async () => {
    await stage.notify(Array.from({ length: 150 }, () => stage.newUser()));
    await stage.makeDue();
    await stage.get(DigestWorker).execute();
    await stage.get(DigestWorker).execute();
    expect(stage.bus.calls).toHaveLength(2);
    expect(await stage.db.rows(sql`SELECT FROM mail`)).toHaveLength(150);
  });

  it('wait during an outage of identity, while mails with codes are sent (A-89)', async () => {
    const userId = stage.newUser();
    await stage.notify(userId);
    await stage.makeDue();
    await stage.gather();
    await stage.notify(userId, 'Later.');
    await stage.makeDue();
    for (const { bus } of stage.replicas) bus.answer(findMailAddresses, () => Promise.reject(new Error('down')));
    await expect(stage.get(DigestWorker).execute()).rejects.toThrow('down');
    await stage.queueCode();
    await stage.get(MailWorker).execute();
    expect(stage.smtp.received.map(({ to }) => to)).toEqual([['code@x.example']]);
    expect(await stage.rowsOf(userId)).toEqual([{ status: 'queued', lastError: 'down' }]);
    expect(await stage.db.rows(sql`SELECT FROM digest_item WHERE user_id = ${userId}`)).toHaveLength(1);
  });

  it('are sent after queued mails with codes', async () => {
    await stage.notify(Array.from({ length: 10 }, () => stage.newUser()));
    await stage.makeDue();
    await stage.gather();
    await stage.queueCode();
    await stage.get(MailWorker).execute();
    expect(stage.smtp.received.map(({ to }) => to[0])).toContain('code@x.example');
  });

  it('expire after a day, as queued items and as mails that were tried', async () => {
    const [late, tried] = [stage.newUser(), stage.newUser()];
    await stage.notify(late);
    await stage.db.execute(sql`UPDATE digest_item SET created_at = now() - interval '1 day'`);
    await stage.notify(tried);
    await stage.makeDue();
    await stage.gather();
    expect(await stage.rowsOf(late)).toEqual([]);
    await stage.db.execute(sql`UPDATE mail SET expires_at = now()`);
    await stage.send();
    expect(stage.smtp.received).toEqual([]);
    expect(await stage.rowsOf(tried)).toMatchObject([{ status: 'failed' }]);
  });

  it('are queued once by another replica after a crash', async () => {
    const userId = stage.newUser();
    await stage.notify(userId);
    await stage.makeDue();
    stage.bus.answer(findMailAddresses, () => Promise.reject(new Error('killed')));
    await expect(stage.get(DigestWorker).execute()).rejects.toThrow('killed');
    await stage.other.get(DigestWorker).execute();
    expect(await stage.rowsOf(userId)).toEqual([]);
    await stage.makeDue();
    await stage.other.get(DigestWorker).execute();
    await stage.other.get(DigestWorker).execute();
    expect(await stage.rowsOf(userId)).toHaveLength(1);
  });

  it('are not sent to an address that bounced, which the preferences show to its user', async () => {
    const userId = stage.newUser();
    const reach = async () => (await stage.call(getNotificationPreferences, { userId })).mailReach;
    expect(await reach()).toBe('reached');
    stage.smtp.state.recipientRefusal = { code: 550, text: 'no such mailbox' };
    await stage.notify(userId);
    await stage.pass();
    stage.smtp.state.recipientRefusal = undefined;
    await stage.notify(userId);
    await stage.pass();
    expect(await stage.rowsOf(userId)).toMatchObject([
      { status: 'failed', lastError: expect.stringContaining('no such mailbox') as string },
      { status: 'failed', lastError: expect.stringContaining('gets no mails') as string },
    ]);
    expect(await reach()).toBe('suppressed');
    stage.addresses.delete(userId);
    expect(await reach()).toBe('no_address');
    expect(stage.smtp.received).toEqual([]);
  });

  it('stay queued while the mail server is down (A-89)', async () => {
    const SMTP_URL = `smtp://127.0.0.1:${await freePort()}`;
    const other = await startTestService(notifier, { env: { SMTP_URL }, beside: stage });
    const userId = stage.newUser();
    await stage.notify(userId);
    await stage.makeDue();
    await stage.gather();
    const { bus } = other;
    bus.answer(findMailAddresses, () => ({ items: [{ userId, email: 'a@x.example' }], nextCursor: null }));
    await other.get(MailWorker).execute();
    expect(await stage.rowsOf(userId)).toMatchObject([{ status: 'queued' }]);
    await other.stop();
  });
});
