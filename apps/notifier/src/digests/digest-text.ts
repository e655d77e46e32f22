import { unsubscribePath } from '@questp/messages/notifier';
import { layOut, type MailText } from '../mail/mail-text.js';
import { withoutLinks } from '../mail/without-links.js';
import type { UserRecipient } from '../mail/mail.repository.js';
import type { Config } from '../shared/config.js';
import { inWords } from '../texts/in-words.js';
import type { FrontEnd, Texts } from '../texts/texts.js';
import { ALL_DIGESTS, type DigestTopic } from './digest-choices.repository.js';
import { DIGEST_KINDS } from '../texts/digest-kinds.js';
import type { DigestItem } from './digests.repository.js';
import { unsubscribeToken } from './unsubscribe-token.js';

/** Content of one digest mail: the first items (at least one) and the total number. */
export interface Digest {
  userId: string;
  items: Pick<DigestItem, 'type' | 'title' | 'body'>[];
  count: number;
}

type Urls = Pick<Config, 'APP_URL' | 'STUDIO_URL' | 'PUBLIC_URL'>;

/** The digest mail, with a link to each app that its items lead to, and the unsubscribe URL. */
export function digestMail(
  { language, digest }: Texts,
  { userId, items, count }: Digest,
  key: Buffer,
  { APP_URL, STUDIO_URL, PUBLIC_URL }: Urls,
): MailText & Pick<UserRecipient, 'unsubscribeUrl'> {
  const urls: Record<FrontEnd, string> = { app: APP_URL, studio: STUDIO_URL };
  const kinds = [...new Set(items.map(({ type }) => type))];
  const places = [...new Set(kinds.map((type) => DIGEST_KINDS[type].at))];
  const tokenFor = (topics: DigestTopic[]) => unsubscribeToken({ userId, topics }, key);
  const page = (token: string) => new URL(`/unsubscribe/${token}`, APP_URL).href;
  const token = tokenFor(kinds);
  const more = count - items.length;
  const subject = inWords(language, digest.subject, { title: items[0]?.title, count });
  const bodies = items.map(({ body }) => withoutLinks(body));
  const paragraphs = more === 0 ? bodies : [...bodies, inWords(language, digest.more, { more })];
  return {
    ...layOut(language, subject, paragraphs, [
      ...places.map((place) => ({ words: digest.links[place], url: urls[place] })),
      { words: digest.unsubscribe, url: page(token) },
      { words: digest.unsubscribeAll, url: page(tokenFor([ALL_DIGESTS])) },
    ]),
    unsubscribeUrl: PUBLIC_URL + unsubscribePath(token),
  };
}
