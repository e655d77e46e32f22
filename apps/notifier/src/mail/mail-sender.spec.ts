import { setTimeout as sleep } from 'node:timers/promises';
import { readMailSender } from '@questp/messages/integrations';
import type { ReplyOf } from '@questp/messages/language';
import { Database, newId, sql } from '@questp/postgres';
import { Bus, createLogger } from '@questp/service';
import { createTestDatabase, startNats, waitFor, type TestDatabase } from '@questp/testing';
import { pino } from 'pino';
import type { Config } from '../shared/config.js';
import { MailSender } from './mail-sender.js';
import { MailTransport } from './mail-transport.js';
import { MailWorker } from './mail-worker.js';
import { MailRepository } from './mail.repository.js';
import { startSmtpServer } from '../testing/smtp-server.fixture.js';
import { SuppressionsRepository } from './suppressions.repository.js';
import { UserAddresses } from './user-addresses.js';

const FROM = 'no-reply@questp.example';
const CANARY = 'canary-of-the-mail-server';

describe('the mail server and sender', () => {
  let server: TestDatabase;
  let db: Database;
  let nats: Awaited<ReturnType<typeof startNats>>;
  let own: Awaited<ReturnType<typeof startSmtpServer>>;
  let stored: Awaited<ReturnType<typeof startSmtpServer>>;
  let integrations: Bus;
  let bus: Bus;
  let mails: MailRepository;
  let worker: MailWorker;
  let answer: () => ReplyOf<typeof readMailSender>;
  let asked = 0;
  const lines: string[] = [];

  const start = () => {
    const config = { SMTP_URL: own.url, MAIL_FROM: FROM, EGRESS_NETWORKS: ['127.0.0.0/8'] } as Config;
    const logger = createLogger('notifier', 'debug', { write: (line: string) => void lines.push(line) });
    const transport = new MailTransport(new MailSender(bus, config, logger), config);
    worker = new MailWorker(db, mails, new SuppressionsRepository(db), new UserAddresses(bus), transport);
    Object.assign(worker, { logger });
    worker.onApplicationBootstrap();
  };
  const send = () =>
    db.transaction((tx) => mails.enqueue(tx, newId(), 'ann@x.example', { subject: 's', text: 't', html: 'h' }));
  const sentBy = (smtp: typeof own, count: number) => waitFor(() => smtp.received.length === count);

  beforeAll(async () => {
    [server, nats] = await Promise.all([createTestDatabase({ migrate: ['notifier'] }), startNats()]);
    db = new Database(server.url, { schema: 'notifier', poolSize: 10 });
    mails = new MailRepository(db);
    const silent = pino({ level: 'silent' });
    integrations = new Bus(nats.urlOf('integrations'), 'integrations', silent);
    bus = new Bus(nats.urlOf('notifier'), 'notifier', silent);
    await Promise.all([integrations.connect(), bus.connect()]);
  });
  beforeEach(async () => {
    [own, stored] = await Promise.all([startSmtpServer(), startSmtpServer()]);
    start();
  });
  afterEach(async () => {
    await worker.beforeApplicationShutdown();
    await Promise.all([own.stop(), stored.stop()]);
  });
  afterAll(async () => {
    await Promise.all([integrations.close(), bus.close()]);
    await db.onApplicationShutdown();
    await Promise.all([nats.stop(), server.drop()]);
  });

  it('come from the environment while integrations does not answer', async () => {
    await send();
    await sentBy(own, 1);
    expect(own.received[0]).toMatchObject({ from: FROM });
  });

  it('come from the stored credential without a restart, from the last known one in an outage, and are never logged', async () => {
    answer = () => ({ smtpUrl: null, from: null });
    const answering = integrations.connection.subscribe(readMailSender.subject, {
      callback: (_, message) => {
        asked += 1;
        message.respond(JSON.stringify({ ok: answer() }));
      },
    });
    await integrations.connection.flush();
    await sleep(2_100);
    await send();
    await sentBy(own, 1);

    answer = () => ({ smtpUrl: stored.url, from: 'quests@other.example' });
    await sleep(2_100);
    await Promise.all([send(), send(), send()]);
    await sentBy(stored, 3);
    expect(stored.received[0]).toMatchObject({ from: 'quests@other.example' });
    expect(stored.received[0]?.raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@questp\.example>/m);
    expect(asked).toBe(2);

    answer = () => ({ smtpUrl: stored.url.replace('//', `//somebody:${CANARY}@`), from: null });
    stored.state.refusal = { code: 451, text: 'busy' };
    await sleep(2_100);
    await send();
    const isRefused = () => db.rows(sql`SELECT FROM mail WHERE last_error IS NOT NULL`);
    await waitFor(async () => (await isRefused()).length === 1);

    answering.unsubscribe();
    await integrations.connection.flush();
    stored.state.refusal = undefined;
    await sleep(2_100);
    await send();
    await sentBy(stored, 4);
    expect(stored.received[3]).toMatchObject({ from: FROM });
    expect(lines.join('')).toContain('integrations cannot be reached for the settings of the mail server');
    const rows = await db.rows(sql`SELECT * FROM mail`);
    expect(lines.join('') + JSON.stringify(rows)).not.toContain(CANARY);
  }, 30_000);
});
