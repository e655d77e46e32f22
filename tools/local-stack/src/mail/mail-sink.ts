import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import type { Mail } from './mail.js';
import { mailPage } from './mail-page.js';
import { templatesPage, type MailTemplate } from './templates-page.js';

const KEPT_MAILS = 1000;
const MAX_MAIL_BYTES = 10 * 1024 * 1024;

export interface MailSinkOptions {
  /** Where it listens; this machine alone by default. */
  host?: string;
  ports: { smtp: number; http: number };
  /** Without them there is no /templates. */
  templates?: () => Promise<MailTemplate[]>;
}

export interface MailSink {
  stop(): Promise<void>;
}

/**
 * Takes every mail over SMTP (no TLS, no sign-in) and delivers none: the last 1000 are kept in memory and read over
 * HTTP: GET /mails (newest first; ?to=address), GET /mails/:id, DELETE /mails, and pages for people: the mails at /, and
 * what mails there are at /templates.
 */
export async function startMailSink({ host = '127.0.0.1', ports, templates }: MailSinkOptions): Promise<MailSink> {
  const mails: Mail[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    closeTimeout: 1000,
    onData: (stream, { envelope }, done) => {
      const receive = async () => {
        const content = await PostalMime.parse(await buffer(stream));
        if (stream.sizeExceeded) throw Object.assign(new Error('Mail is larger than 10 MiB'), { responseCode: 552 });
        mails.unshift({
          id: randomUUID(),
          receivedAt: new Date().toISOString(),
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          subject: content.subject ?? '',
          text: content.text ?? '',
          html: content.html ?? '',
        });
        mails.length = Math.min(mails.length, KEPT_MAILS);
      };
      receive().then(
        () => done(),
        (error: Error) => done(error),
      );
    },
  });
  // Ignores clients that disconnect early.
  smtp.on('error', () => undefined);
  const http = createServer((request, response) => {
    const send = ({ status, type, body }: Answer) =>
      response.writeHead(status, { 'content-type': type, 'x-content-type-options': 'nosniff' }).end(body);
    const { method = 'GET', url = '/' } = request;
    if (method === 'GET' && url === '/') return void send(page(mailPage(mails, templates !== undefined)));
    if (method !== 'GET' || url !== '/templates' || templates === undefined)
      return void send(answer(method, new URL(url, 'http://sink'), mails));
    return void templates().then(
      (all) => send(page(templatesPage(all))),
      (error: Error) => send({ status: 500, type: 'text/plain; charset=utf-8', body: error.message }),
    );
  });
  await new Promise<void>((resolve) => smtp.listen(ports.smtp, host, resolve));
  await listen(http, host, ports.http);
  return {
    stop: async () => {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(resolve)),
        new Promise<void>((resolve) => http.close(() => resolve())),
      ]);
    },
  };
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

const page = (body: string): Answer => ({ status: 200, type: 'text/html; charset=utf-8', body });

function answer(method: string, url: URL, mails: Mail[]): Answer {
  const json = (status: number, value: unknown): Answer => ({
    status,
    type: 'application/json; charset=utf-8',
    body: JSON.stringify(value),
  });
  const [, first, id] = url.pathname.split('/');
  if (method === 'GET' && url.pathname === '/mails') {
    const to = url.searchParams.get('to')?.toLowerCase();
    return json(200, { items: mails.filter((mail) => !to || mail.to.some((one) => one.toLowerCase() === to)) });
  }
  if (method === 'GET' && first === 'mails' && id) {
    const found = mails.find((mail) => mail.id === id);
    return found ? json(200, found) : json(404, { message: 'There is no mail with this id' });
  }
  if (method === 'DELETE' && url.pathname === '/mails') {
    mails.length = 0;
    return { status: 204, type: 'text/plain', body: '' };
  }
  return json(404, { message: 'GET /mails, GET /mails/:id, DELETE /mails or GET /templates' });
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}
