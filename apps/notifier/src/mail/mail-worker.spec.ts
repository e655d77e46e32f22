import { newId, Database, sql } from '@questp/postgres';
import { createTestDatabase, freePort, waitFor, type TestDatabase } from '@questp/testing';
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { createLogger, metrics, newCallContext, runInContext } from '@questp/service';
import { TestBus } from '@questp/service-kit/testing';
import type { Config } from '../shared/config.js';
import { checkSignature } from '../testing/dkim.fixture.js';
import type { MailSender } from './mail-sender.js';
import { MailTransport } from './mail-transport.js';
import { MailWorker } from './mail-worker.js';
import { MailRepository } from './mail.repository.js';
import { startSmtpServer } from '../testing/smtp-server.fixture.js';
import { SuppressionsRepository } from './suppressions.repository.js';
import { UserAddresses } from './user-addresses.js';

interface MailState {
  status: string;
  attempts: number;
  wait: number;
  lastError: string | null;
}

describe('MailWorker', () => {
  let server: TestDatabase;
  let db: Database;
  let mails: MailRepository;
  let suppressions: SuppressionsRepository;
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  let workers: MailWorker[];

  const lines: Record<string, unknown>[] = [];
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);

  const start = (url = smtp.url, more: Partial<Config> = {}) => {
    const config = { SMTP_URL: url, MAIL_FROM: 'no-reply@questp.example', EGRESS_NETWORKS: [], ...more } as Config;
    const logger = createLogger('notifier', 'debug', { write });
    const addresses = new UserAddresses(new TestBus('notifier', logger));
    const sender = {
      current: () => Promise.resolve({ smtpUrl: url, from: config.MAIL_FROM, isStored: false }),
    } as MailSender;
    const worker = new MailWorker(db, mails, suppressions, addresses, new MailTransport(sender, config));
    Object.assign(worker, { logger });
    worker.onApplicationBootstrap();
    workers.push(worker);
    return worker;
  };
  const queue = (recipient = 'ann@x.example', subject = 'Grüße', eventId = newId(), expiresAt?: string) =>
    db.transaction((tx) =>
      mails.enqueue(tx, eventId, recipient, { subject, text: 'plain ✓\n', html: '<p>rich ✓</p>' }, expiresAt),
    );
  const queueFor = (seconds: number) =>
    queue('ann@x.example', 'Code', newId(), new Date(Date.now() + seconds * 1_000).toISOString());
  const states = () =>
    db.rows<MailState>(sql`
      SELECT status, attempts, last_error, round(extract(epoch FROM next_try_at - now()))::int AS wait
      FROM mail ORDER BY id`);
  const state = async () => (await states())[0] as MailState;
  const makeDue = () => db.execute(sql`UPDATE mail SET next_try_at = now() WHERE status = 'queued'`);
  const tried = (attempts: number) =>
    waitFor(async () => {
      const now = await state();
      return now.attempts === attempts && (now.lastError !== null || now.status === 'sent') && now;
    });
  const counted = async (outcome: string) =>
    (await metrics.getSingleMetric('questp_mails_total')?.get())?.values.find(
      ({ labels }) => labels['outcome'] === outcome,
    )?.value ?? 0;

  beforeAll(async () => {
    server = await createTestDatabase({ migrate: ['notifier'] });
    db = new Database(server.url, { schema: 'notifier', poolSize: 10 });
    mails = new MailRepository(db);
    suppressions = new SuppressionsRepository(db);
  });
  beforeEach(async () => {
    workers = [];
    lines.length = 0;
    smtp = await startSmtpServer();
    await db.execute(sql`TRUNCATE mail, mail_suppression, notice`);
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.beforeApplicationShutdown()));
    await smtp.stop();
  });
  afterAll(async () => {
    await db.onApplicationShutdown();
    await server.drop();
  });

  it('sends a queued mail as HTML and plain text, once', async () => {
    const before = await counted('sent');
    await queue();
    start();
    expect(await tried(1)).toMatchObject({ status: 'sent', lastError: null });
    expect((await counted('sent')) - before).toBe(1);
    expect(smtp.received).toHaveLength(1);
    const [mail] = smtp.received;
    expect(mail).toMatchObject({ from: 'no-reply@questp.example', to: ['ann@x.example'] });
    expect(mail?.raw).toMatch(/^Subject: =\?UTF-8\?/m);
    expect(mail?.raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@questp\.example>/m);
    expect(mail?.raw).toMatch(/^From: no-reply@questp\.example\r$/m);
    expect(mail?.raw).toMatch(/^Date: \w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000\r$/m);
    expect(mail?.raw).toMatch(/^MIME-Version: 1\.0\r$/m);
    expect(mail?.raw).not.toContain('DKIM-Signature');
    expect(mail?.raw).toContain('Content-Type: text/plain; charset=utf-8');
    expect(mail?.raw).toContain('Content-Type: text/html; charset=utf-8');
  });

  it('signs mails for the domain of their sender where a key is given (DKIM)', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    await queue();
    start(smtp.url, {
      DKIM_SELECTOR: 'mails',
      DKIM_PRIVATE_KEY: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    });
    await tried(1);
    const raw = smtp.received[0]?.raw ?? '';
    const { tags, valid } = checkSignature(raw, publicKey);
    expect(tags).toMatchObject({ a: 'rsa-sha256', d: 'questp.example', s: 'mails' });
    for (const name of ['From', 'To', 'Subject', 'Date', 'Message-ID']) {
      expect(tags['h']?.toLowerCase().split(':')).toContain(name.toLowerCase());
    }
    expect(valid).toBe(true);
    expect(checkSignature(raw.replace('ann@', 'eve@'), publicKey).valid).toBe(false);
    expect(checkSignature(raw.replace('plain', 'other'), publicKey).valid).toBe(false);
  });

  it('logs a sent mail with the request id and trace of the request that ordered it', async () => {
    smtp.state.refusal = { code: 451, text: 'busy' };
    const context = newCallContext('request-1');
    await runInContext(context, () => queue());
    start();
    await tried(1);
    smtp.state.refusal = undefined;
    await makeDue();
    const mailLines = () => lines.filter(({ mail }) => mail !== undefined);
    await waitFor(() => mailLines().length === 2);
    const traceId = context.traceparent.slice(3, 35);
    expect(mailLines()).toMatchObject([
      { msg: 'mail not sent', attempts: 1, requestId: 'request-1', traceId },
      { msg: 'mail sent', attempts: 2, requestId: 'request-1', traceId },
    ]);
  });

  it('queues one mail for an event that is delivered several times', async () => {
    const eventId = newId();
    await queue('ann@x.example', 's', eventId);
    await queue('ann@x.example', 's', eventId);
    expect(await states()).toHaveLength(1);
  });

  it('retries after 1 min, 5 min, 30 min, 2 h and 12 h with the same Message-ID, then fails the mail (A-89)', async () => {
    const before = [await counted('retried'), await counted('failed')] as const;
    smtp.state.refusal = { code: 451, text: 'busy' };
    await queue();
    start();
    for (const [index, wait] of [60, 300, 1_800, 7_200, 43_200].entries()) {
      const now = await tried(index + 1);
      expect(now).toMatchObject({ status: 'queued', lastError: expect.stringContaining('451') as string });
      // Part of the delay has passed.
      expect(now.wait).toBeLessThanOrEqual(wait);
      expect(now.wait).toBeGreaterThan(wait - 60);
      await db.execute(sql`UPDATE mail SET last_error = NULL`);
      await makeDue();
    }
    expect(await tried(6)).toMatchObject({ status: 'failed' });
    expect([await counted('retried'), await counted('failed')]).toEqual([before[0] + 5, before[1] + 1]);
    const alerts = await db.rows(
      sql`SELECT type, data ->> 'mailId' = (SELECT id::text FROM mail) AS own, times FROM notice`,
    );
    expect(alerts).toEqual([{ type: 'mail.given_up', own: true, times: 1 }]);
    await makeDue();
    expect(await mails.claim(10)).toEqual([]);
  });

  it.each([
    ['the mail', 'refusal', 554],
    ['its recipient', 'recipientRefusal', 550],
  ] as const)('gives a mail up at once when the server refuses %s for good', async (_, refused, code) => {
    const before = await counted('failed');
    smtp.state[refused] = { code, text: 'never' };
    await queue();
    start();
    expect(await tried(1)).toMatchObject({
      status: 'failed',
      lastError: expect.stringContaining(String(code)) as string,
    });
    expect((await counted('failed')) - before).toBe(1);
  });

  it('fails a mail that expires before a server accepts it (A-89)', async () => {
    smtp.state.refusal = { code: 451, text: 'busy' };
    await queueFor(20);
    start();
    const { status, wait } = await tried(1);
    expect(status).toBe('queued');
    expect(wait).toBeLessThanOrEqual(20);
    smtp.state.refusal = undefined;
    await db.execute(sql`UPDATE mail SET expires_at = now(), last_error = NULL`);
    await makeDue();
    expect(await tried(2)).toMatchObject({ status: 'failed', lastError: expect.stringContaining('expired') as string });
    expect(smtp.received).toEqual([]);
  });

  it('sends a mail that has not expired, and none that expired before its first try', async () => {
    await queueFor(-1);
    await queueFor(60);
    start();
    await waitFor(async () => (await states()).every(({ status }) => status !== 'queued'));
    expect((await states()).map(({ status }) => status)).toEqual(['failed', 'sent']);
    expect(smtp.received).toHaveLength(1);
  });

  it('keeps the text of a mail with a code until it was sent or has expired, and of others', async () => {
    const texts = async () =>
      (await db.rows<{ text: string; html: string }>(sql`SELECT text, html FROM mail ORDER BY id`)).map(
        ({ text, html }) => [text, html],
      );
    const [kept, gone] = [
      ['plain ✓\n', '<p>rich ✓</p>'],
      ['', ''],
    ];
    await queueFor(-1);
    await queueFor(60);
    await queue();
    expect(await texts()).toEqual([kept, kept, kept]);
    expect(await mails.blankExpired()).toBe(1);
    expect(await mails.blankExpired()).toBe(0);
    start();
    await waitFor(async () => (await states()).every(({ status }) => status !== 'queued'));
    expect(await texts()).toEqual([gone, gone, kept]);
    expect(smtp.received.map(({ raw }) => raw).join()).toContain('plain');
  });

  const suppressed = async () => (await suppressions.list({ limit: 10 })).map(({ recipient }) => recipient);

  it('sends no more mails to an address that its server rejected, in any spelling', async () => {
    smtp.state.recipientRefusal = { code: 550, text: '5.1.1 no such mailbox' };
    await queue('Ann@x.example');
    start();
    await tried(1);
    expect(await suppressed()).toEqual(['ann@x.example']);
    smtp.state.recipientRefusal = undefined;
    await queue('ann@X.example');
    await waitFor(async () => (await states()).every(({ status }) => status === 'failed'));
    expect((await states())[1]).toMatchObject({
      attempts: 1,
      lastError: expect.stringContaining('no mails') as string,
    });
    await queue('bob@x.example');
    await waitFor(() => smtp.received.length === 1);
    expect(smtp.received[0]?.to).toEqual(['bob@x.example']);
  });

  it.each([
    ['the mail, not its recipient', 'refusal', { code: 554, text: 'spam' }],
    ['the recipient for now', 'recipientRefusal', { code: 450, text: 'full' }],
    ['the recipient, whose mailbox is full', 'recipientRefusal', { code: 552, text: '5.2.2 mailbox full' }],
    ['us, by its policy', 'recipientRefusal', { code: 550, text: '5.7.1 not from there' }],
  ] as const)('goes on asking for an address whose server refuses %s', async (_, what, refusal) => {
    smtp.state[what] = refusal;
    await queue();
    start();
    await tried(1);
    expect(await suppressed()).toEqual([]);
  });

  it.each([
    ['the recipient for now', 'recipientRefusal', 450],
    ['the mail for now', 'refusal', 452],
  ] as const)('tries a mail again when the server refuses %s', async (_, refused, code) => {
    smtp.state[refused] = { code, text: 'later' };
    await queue();
    start();
    expect(await tried(1)).toMatchObject({ status: 'queued' });
  });

  it('retries when the server refuses the connection, which is not about the mail', async () => {
    const closed = createServer((socket) => void socket.end('554 no service\r\n'));
    const port = await freePort();
    await new Promise<void>((resolve) => closed.listen(port, '127.0.0.1', resolve));
    await queue();
    start(`smtp://127.0.0.1:${port}`);
    expect(await tried(1)).toMatchObject({
      status: 'queued',
      lastError: expect.stringContaining('554') as string,
    });
    closed.close();
  });

  it('sends a refused mail again without changes', async () => {
    smtp.state.refusal = { code: 451, text: 'busy' };
    await queue();
    start();
    await tried(1);
    smtp.state.refusal = undefined;
    await makeDue();
    await waitFor(() => smtp.received.length === 1);
    const [{ id }] = (await db.rows<{ id: string }>(sql`SELECT id FROM mail`)) as [{ id: string }];
    expect(smtp.received[0]?.raw).toContain(`Message-ID: <${id}@questp.example>`);
  });

  it('counts a try and keeps the mail when the mail server is down (A-89)', async () => {
    await queue();
    start(`smtp://127.0.0.1:${await freePort()}`);
    expect(await tried(1)).toMatchObject({
      status: 'queued',
      lastError: expect.stringContaining('ECONNREFUSED') as string,
    });
  });

  it('closes the connection after 10 s when the mail server does not respond (A-89)', async () => {
    const port = await freePort();
    const silent: Server = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(port, '127.0.0.1', resolve));
    await queue();
    start(`smtp://127.0.0.1:${port}`);
    expect(await tried(1)).toMatchObject({ status: 'queued', lastError: 'Greeting never received' });
    silent.close();
  });

  it('sends each mail once with several replicas', async () => {
    await Promise.all(Array.from({ length: 40 }, (_, index) => queue(`u${index}@x.example`)));
    start();
    start();
    start();
    await waitFor(async () => (await states()).every(({ status }) => status === 'sent'));
    expect(new Set(smtp.received.map(({ to }) => to[0])).size).toBe(40);
    expect(smtp.received).toHaveLength(40);
  });

  it('retries a mail after the pause when its replica died while sending', async () => {
    await queue();
    expect(await mails.claim(1)).toHaveLength(1);
    expect(await mails.claim(1)).toEqual([]);
    await makeDue();
    start();
    await waitFor(() => smtp.received.length === 1);
  });

  it.each(['ann@x.example\r\nBcc: eve@x.example', 'ann@x.example, eve@x.example', 'ann@x.example> <eve@x.example'])(
    'the recipient %j adds no other recipient (A-67)',
    async (recipient) => {
      await queue(recipient, 'Hello\r\nBcc: eve@x.example');
      start();
      await tried(1);
      expect(smtp.received.flatMap(({ to }) => to)).not.toContain('eve@x.example');
      expect(smtp.received.map(({ raw }) => raw).join()).not.toMatch(/^Bcc:/im);
    },
  );

  it('deletes finished mails after 30 days, and queued ones never', async () => {
    await queue();
    await queue();
    await db.execute(sql`UPDATE mail SET created_at = now() - interval '31 days'`);
    await db.execute(sql`UPDATE mail SET status = 'sent' WHERE id = (SELECT min(id::text)::uuid FROM mail)`);
    expect(await mails.purge()).toBe(1);
    expect(await state()).toMatchObject({ status: 'queued' });
  });
});
