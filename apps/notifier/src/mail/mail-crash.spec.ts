import { Database, newId, sql } from '@questp/postgres';
import { createTestDatabase, startNats, startService, waitFor, type TestDatabase } from '@questp/testing';
import { startSmtpServer } from '../testing/smtp-server.fixture.js';

describe('a notifier that is killed after the mail server accepted a mail, before that is stored', () => {
  let server: TestDatabase;
  let db: Database;
  let nats: Awaited<ReturnType<typeof startNats>>;
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  let notifier: Awaited<ReturnType<typeof startService>>;

  beforeAll(async () => {
    [server, nats, smtp] = await Promise.all([
      createTestDatabase({ migrate: ['notifier'] }),
      startNats(),
      startSmtpServer(),
    ]);
    db = new Database(server.url, { schema: 'notifier', poolSize: 3 });
    notifier = await startService('notifier', {
      DATABASE_URL: server.urlOf('notifier'),
      NATS_URL: nats.urlOf('notifier'),
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@questp.example',
      CONSOLE_URL: 'https://console.example',
    });
  }, 60_000);
  afterAll(async () => {
    await notifier.stop();
    await db.onApplicationShutdown();
    await Promise.all([nats.stop(), smtp.stop(), server.drop()]);
  });

  const state = (id: string) => db.row(sql`SELECT status, attempts FROM mail WHERE id = ${id}`);
  const makeDue = (id: string) => db.execute(sql`UPDATE mail SET next_try_at = now() WHERE id = ${id}`);
  const messageIds = (id: string) =>
    smtp.received.map(({ raw }) => /^Message-ID: (.+)$/im.exec(raw)?.[1]?.trim()).filter((one) => one?.includes(id));

  /** Queues a mail, and kills the notifier while it waits to record the delivery; returns the id of the mail. */
  const sendAndKill = async () => {
    const id = newId();
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    let holding = Promise.resolve();
    smtp.state.beforeTaking = () =>
      new Promise((locked) => {
        holding = db.transaction(async (tx) => {
          await tx.execute(sql`SELECT FROM mail WHERE id = ${id} FOR UPDATE`);
          locked();
          await released;
        });
      });
    await db.execute(sql`
      INSERT INTO mail (id, event_id, recipient, subject, text, html)
      VALUES (${id}, ${newId()}, 'ann@x.example', 'Code', '123', '123')`);
    const waiting = await waitFor(() =>
      db.row<{ pid: number }>(sql`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`),
    );
    await notifier.kill();
    // Ends its statement, which would continue.
    await db.row(sql`SELECT pg_terminate_backend(${waiting.pid})`);
    smtp.state.beforeTaking = undefined;
    release();
    await holding;
    return id;
  };

  it('sends the mail again with the same Message-ID, by which the receiver recognises it', async () => {
    const id = await sendAndKill();
    expect(await state(id)).toEqual({ status: 'queued', attempts: 1 });
    await makeDue(id);
    await notifier.restart();
    await waitFor(() => messageIds(id).length === 2);
    expect(new Set(messageIds(id))).toEqual(new Set([`<${id}@questp.example>`]));
    await waitFor(async () => (await db.rows(sql`SELECT FROM mail WHERE id = ${id} AND status = 'sent'`)).length === 1);
    expect(await state(id)).toEqual({ status: 'sent', attempts: 2 });
  });

  it('does not send the mail again when it has expired meanwhile', async () => {
    const id = await sendAndKill();
    await db.execute(sql`UPDATE mail SET expires_at = now() WHERE id = ${id}`);
    await makeDue(id);
    await notifier.restart();
    await waitFor(
      async () => (await db.rows(sql`SELECT FROM mail WHERE id = ${id} AND status = 'failed'`)).length === 1,
    );
    expect(messageIds(id)).toHaveLength(1);
  });
});
