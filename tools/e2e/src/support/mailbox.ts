import { startMailSink, type MailSink } from '@questp/local-stack';
import { Mailbox } from '@questp/players';
import { freePort } from '@questp/testing';

/** A mailbox with a mail server of its own. */
class LocalMailbox extends Mailbox {
  private sink: MailSink | undefined;

  /** Listens on loopback; returns the variable that makes it the platform's mail server. */
  async start(): Promise<{ SMTP_URL: string }> {
    const [smtp, http] = [await freePort(), await freePort()];
    this.sink = await startMailSink({ ports: { smtp, http } });
    this.url = `http://127.0.0.1:${http}`;
    return { SMTP_URL: `smtp://127.0.0.1:${smtp}` };
  }

  async stop(): Promise<void> {
    await this.sink?.stop();
  }
}

/** The mailbox of the platform that suites share. */
export const mailbox = new LocalMailbox('');
