import { connect } from 'node:net';
import { freePort } from '@questp/testing';
import type { Mail } from './mail.js';
import { startMailSink, type MailSink } from './mail-sink.js';

/** Speaks SMTP (RFC 5321): one command per answer of the server. */
async function send(port: number, to: string[], content: string): Promise<void> {
  const commands = [
    'EHLO test',
    'MAIL FROM:<quests@questp.test>',
    ...to.map((address) => `RCPT TO:<${address}>`),
    'DATA',
    `${content.replaceAll('\n', '\r\n')}\r\n.`,
    'QUIT',
  ];
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('data', (data) => {
      if (!/^\d{3} /m.test(data.toString())) return;
      const next = commands.shift();
      if (next !== undefined) socket.write(`${next}\r\n`);
    });
    socket.on('error', reject);
    socket.on('end', () => socket.end());
    socket.on('close', () => resolve());
  });
}

describe('the mail sink', () => {
  let sink: MailSink;
  let smtp: number;
  let url: string;
  const list = async (query = '') => {
    const answer = (await (await fetch(`${url}/mails${query}`)).json()) as { items: Mail[] };
    return answer.items;
  };

  beforeAll(async () => {
    smtp = await freePort();
    const http = await freePort();
    const template = {
      template: 'hello',
      subject: 'Hello & welcome',
      text: 'Come <in>',
      html: '<p title="x">Come in</p>',
    };
    sink = await startMailSink({ ports: { smtp, http }, templates: () => Promise.resolve([template]) });
    url = `http://127.0.0.1:${http}`;
  });
  afterAll(() => sink.stop());

  it('keeps what it is sent, newest first, and finds it by receiver', async () => {
    await send(smtp, ['a@x.test', 'Hidden@x.test'], 'Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\n\nFirst');
    await send(smtp, ['b@x.test'], 'Subject: Second\nContent-Type: text/html\n\n<b>bold</b>');
    expect((await list()).map(({ subject }) => subject)).toEqual(['Second', 'Grüße']);
    const [mail] = await list('?to=hidden@X.test');
    expect(mail).toMatchObject({ from: 'quests@questp.test', to: ['a@x.test', 'Hidden@x.test'], text: 'First\n' });
    expect(await (await fetch(`${url}/mails/${mail?.id}`)).json()).toEqual(mail);
    expect((await fetch(`${url}/mails/unknown`)).status).toBe(404);
  });

  it('shows mails as text on its page, never as markup', async () => {
    await send(smtp, ['c@x.test'], 'Subject: <script>alert(1)</script>\n\n<img src=x>');
    const page = await (await fetch(url)).text();
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toMatch(/<script|<img/);
  });

  it('shows every template as markup without scripts and as text', async () => {
    const page = await (await fetch(`${url}/templates`)).text();
    expect(page).toContain('<h2>hello: Hello &amp; welcome</h2>');
    expect(page).toContain(
      '<iframe sandbox title="hello" srcdoc="&lt;p title=&quot;x&quot;&gt;Come in&lt;/p&gt;"></iframe>',
    );
    expect(page).toContain('<pre>Come &lt;in&gt;</pre>');
  });

  it('forgets all mails when asked to', async () => {
    expect((await fetch(`${url}/mails`, { method: 'DELETE' })).status).toBe(204);
    expect(await list()).toEqual([]);
  });
});
