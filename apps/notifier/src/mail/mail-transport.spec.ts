import { newId } from '@questp/postgres';
import { started } from '@questp/testing';
import type { Config } from '../shared/config.js';
import type { MailSender } from './mail-sender.js';
import { MailTransport } from './mail-transport.js';
import { startSmtpServer } from '../testing/smtp-server.fixture.js';

const FROM = 'no-reply@questp.example';
const NOT_PUBLIC = 'an address that is not public';

describe('the mail server of email_sender', () => {
  const smtp = started(startSmtpServer);

  const send = (smtpUrl: string, isStored: boolean, networks: string[] = []) => {
    const sender = { current: () => Promise.resolve({ smtpUrl, from: FROM, isStored }) } as MailSender;
    const config = { MAIL_FROM: FROM, EGRESS_NETWORKS: networks } as Config;
    const mail = {
      subject: 's',
      text: 't',
      html: 'h',
      userId: null,
      unsubscribeUrl: null,
      attempts: 1,
      expired: false,
    };
    const origin = { requestId: null, traceparent: null };
    return new MailTransport(sender, config).send({ id: newId(), recipient: 'ann@x.example', ...mail, ...origin });
  };

  it('is not reached inside of the platform, neither by an address nor by a name of one', async () => {
    const { port } = new URL(smtp.url);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254', '10.0.0.1']) {
      for (const scheme of ['smtp', 'smtps']) {
        await expect(send(`${scheme}://${host}:${port}`, true)).rejects.toThrow(NOT_PUBLIC);
      }
    }
    await expect(send('smtp://localhost', true)).rejects.toThrow(NOT_PUBLIC);
    expect(smtp.received).toEqual([]);
  });

  it('is reached in a network of the configuration, and a server of the environment anywhere', async () => {
    await send(smtp.url, true, ['127.0.0.0/8']);
    await send(smtp.url, false);
    expect(smtp.received).toHaveLength(2);
  });
});
