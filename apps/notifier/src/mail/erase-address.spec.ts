import { eraseMailAddress, listMails, listMailSuppressions, orderMail, retryMail } from '@questp/messages/notifier';
import { newId, sql } from '@questp/postgres';
import { startTestService, type TestService } from '@questp/service-kit/testing';
import type { Config } from '../shared/config.js';
import { notifier } from '../service.js';
import { MailWorker } from './mail-worker.js';
import { startSmtpServer } from '../testing/smtp-server.fixture.js';

describe('the address of a deleted account', () => {
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  let service: TestService<Config>;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    service = await startTestService(notifier, { env: { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@questp.example' } });
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await smtp.stop();
  });

  const recipient = 'Gone@x.example';
  const order = (mailId: string, to = recipient) =>
    service.call(orderMail, {
      ...{ mailId, recipient: to, template: 'sign_in_code', family: 'user', code: '0ak3v9x2qa' },
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    });
  const send = async () => {
    await service.db.execute(sql`UPDATE mail SET next_try_at = now() WHERE status = 'queued'`);
    await service.get(MailWorker).execute();
  };
  const everything = async () =>
    JSON.stringify(
      await service.db.rows(sql`
        SELECT m::text FROM mail AS m UNION ALL SELECT s::text FROM mail_suppression AS s
        UNION ALL SELECT o::text FROM outbox AS o`),
    ).toLowerCase();

  it('is in no row of the outbox any more, and the rows keep an order from making a second mail', async () => {
    const [sent, givenUp, queued, kept] = [newId(), newId(), newId(), newId()];
    await order(sent);
    await send();
    smtp.state.recipientRefusal = { code: 550, text: 'no such mailbox: gone@X.example' };
    await order(givenUp);
    await send();
    smtp.state.recipientRefusal = undefined;
    await order(queued);
    await order(kept, 'other@x.example');
    expect(await everything()).toContain('gone@x.example');
    expect((await service.call(listMailSuppressions, { limit: 10 })).items).toHaveLength(1);

    for (let time = 0; time < 2; time += 1) await service.call(eraseMailAddress, { recipient: 'gone@x.example' });
    expect(await everything()).not.toContain('gone@x.example');

    for (const mailId of [sent, givenUp, queued]) await order(mailId);
    await send();
    expect(smtp.received.map(({ to }) => to)).toEqual([[recipient], ['other@x.example']]);
    const { items } = await service.call(listMails, { limit: 10 });
    expect(items.map(({ recipient: to, status }) => [to, status])).toEqual([
      ['other@x.example', 'sent'],
      [null, 'failed'],
      [null, 'failed'],
      [null, 'sent'],
    ]);
    const retried = service.call(retryMail, { mailId: items[1]?.id ?? '', adminId: `svcadmin_${'a'.repeat(32)}` });
    await expect(retried).rejects.toMatchObject({ code: 'MAIL_EXPIRED' });
  });
});
