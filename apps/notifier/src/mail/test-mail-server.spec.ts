import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { freePort } from '@questp/testing';
import { SMTPServer } from 'smtp-server';
import type { Config } from '../shared/config.js';
import { MailTransport } from './mail-transport.js';
import type { MailSender } from './mail-sender.js';
import type { MailRepository } from './mail.repository.js';
import { TestMailServer } from './test-mail-server.js';

const MAILS = { sentLastDay: () => Promise.resolve(7) } as MailRepository;
const FROM = 'no-reply@questp.example';

describe('the test of the mail server', () => {
  const test = (smtpUrl: string, isStored = false) => {
    const latest = () => Promise.resolve({ smtpUrl, from: FROM, isStored });
    const config = { MAIL_FROM: FROM, EGRESS_NETWORKS: [] as string[] } as Config;
    return new TestMailServer(new MailTransport({ latest } as MailSender, config), MAILS).execute();
  };

  it('signs in, and does not repeat what the server says of a wrong password', async () => {
    const server = new SMTPServer({
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _, done) =>
        username === 'ann' && password === 'right'
          ? done(null, { user: username })
          : done(new Error(`wrong password ${password}`)),
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.server.address() as AddressInfo;
    expect(await test(`smtp://ann:right@127.0.0.1:${port}`)).toMatchObject({ outcome: 'works' });
    expect(await test(`smtp://ann:canary@127.0.0.1:${port}`)).toEqual({
      sentLastDay: 7,
      outcome: 'refused',
      detail: 'The mail server refused user name and password.',
    });
    expect(await test(`smtp://ann:right@127.0.0.1:${port}`, true)).toMatchObject({ outcome: 'misconfigured' });
    await new Promise<void>((resolve) => server.close(resolve));
  });

  it('ends within four seconds where nothing or something else answers', async () => {
    expect(await test(`smtp://127.0.0.1:${await freePort()}`)).toMatchObject({ outcome: 'no_answer' });
    const garbage = createServer((socket) => socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\n\r\n'));
    const silent = createServer((socket) => socket.on('error', () => undefined));
    for (const server of [garbage, silent]) {
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const begun = performance.now();
      const { port } = server.address() as AddressInfo;
      expect(await test(`smtp://127.0.0.1:${port}`)).toMatchObject({ outcome: 'no_answer' });
      expect(performance.now() - begun).toBeLessThan(4_500);
      server.close();
    }
  });
});
