import { startMailSink, type Mail, type MailSink } from '@questp/local-stack';
import { freePort, waitFor } from '@questp/testing';

const CODE = /^([0-9a-z]{8}) is your code/m;

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

  /** Mails to the address, newest first; only those whose subject or text matches, if a pattern is given. */
  async to(address: string, pattern = /^/): Promise<Mail[]> {
    const answer = await fetch(`${this.url}/mails?to=${encodeURIComponent(address)}`);
    const { items } = (await answer.json()) as { items: Mail[] };
    return items.filter(({ subject, text }) => pattern.test(subject) || pattern.test(text));
  }

  /** The newest matching mail to the address, once there are so many of them. */
  newest(address: string, pattern?: RegExp, count = 1): Promise<Mail> {
    return waitFor(async () => {
      const mails = await this.to(address, pattern);
      return mails.length >= count && (mails[0] as Mail);
    });
  }

  /** The code that is mailed to the address after `work`, which gets it mailed. */
  async codeAfter<T>(address: string, work: () => Promise<T>): Promise<T & { code: string }> {
    const before = (await this.to(address, CODE)).length;
    const asked = await work();
    const { text } = await this.newest(address, CODE, before + 1);
    return { ...asked, code: CODE.exec(text)?.[1] ?? '' };
  }
}

/** That of the platform that suites share. */
export const mailbox = new Mailbox();
