import { startMailSink, type Mail, type MailSink } from '@questp/local-stack';
import { freePort, waitFor } from '@questp/testing';

/** Where the mails of a platform go. */
export class Mailbox {
  private sink: MailSink | undefined;
  private url = '';

  /** Listens on loopback; gives the variable that makes it the mail server. */
  async start(): Promise<{ SMTP_URL: string }> {
    const [smtp, http] = [await freePort(), await freePort()];
    this.sink = await startMailSink({ smtp, http }, () => Promise.resolve([]));
    this.url = `http://127.0.0.1:${http}`;
    return { SMTP_URL: `smtp://127.0.0.1:${smtp}` };
  }

  async stop(): Promise<void> {
    await this.sink?.stop();
  }

  /** Mails to the address, newest first. */
  async to(address: string): Promise<Mail[]> {
    const answer = await fetch(`${this.url}/mails?to=${encodeURIComponent(address)}`);
    return ((await answer.json()) as { items: Mail[] }).items;
  }

  /** The newest mail to the address, once there are so many. */
  newest(address: string, count = 1): Promise<Mail> {
    return waitFor(async () => {
      const mails = await this.to(address);
      return mails.length >= count && (mails[0] as Mail);
    });
  }

  /** The code of the newest mail to the address. */
  async code(address: string, count?: number): Promise<string> {
    const { text } = await this.newest(address, count);
    return /^([0-9a-z]{8}) is your code/m.exec(text)?.[1] ?? '';
  }
}

/** That of the platform that suites share. */
export const mailbox = new Mailbox();
