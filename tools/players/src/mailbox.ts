import type { Mail } from '@questp/local-stack';
import { waitFor } from '@questp/testing';

const CODE = /^([0-9a-z]{10}) is your code/m;

/** Reads the mails that a platform has sent to the local mail server. */
export class Mailbox {
  /** @param url HTTP address of the mail server */
  constructor(protected url: string) {}

  /** Mails to the address, newest first; only those whose subject or text matches, if a pattern is given. */
  async to(address: string, pattern = /^/): Promise<Mail[]> {
    const answer = await fetch(`${this.url}/mails?to=${encodeURIComponent(address)}`);
    const { items } = (await answer.json()) as { items: Mail[] };
    return items.filter(({ subject, text }) => pattern.test(subject) || pattern.test(text));
  }

  /** Waits until `count` matching mails to the address have arrived; returns the newest. */
  newest(address: string, pattern?: RegExp, count = 1): Promise<Mail> {
    return waitFor(
      async () => {
        const mails = await this.to(address, pattern);
        return mails.length >= count && (mails[0] as Mail);
      },
      { what: `a mail to ${address}` },
    );
  }

  /** Runs `request`, which sends a code to the address; returns its result and the code. */
  async codeAfter<T>(address: string, request: () => Promise<T>): Promise<T & { code: string }> {
    const before = (await this.to(address, CODE)).length;
    const requested = await request();
    const { text } = await this.newest(address, CODE, before + 1);
    return { ...requested, code: CODE.exec(text)?.[1] ?? '' };
  }
}
