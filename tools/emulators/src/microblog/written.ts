import { createHash } from 'node:crypto';

/** Code points of a post that the API gives as its text; the whole of a longer one is in `note_tweet`. */
const MAX_TEXT = 280;
/** Those of a longer one, before the link to the post. */
const CUT_TEXT = 256;
const MAX_DISPLAY = 30;

const ADDRESS =
  /https?:\/\/[^\s]*[^\s.,!?:;'")\]}]|(?<![\p{L}\p{N}_@./-])(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/[^\s]*[^\s.,!?:;'")\]}])?/giu;
/** github.com/twitter/twitter-text: a hashtag has a letter or a mark. */
const HASHTAG = /(?<![\p{L}\p{M}\p{Nd}_&/])[#＃]((?:[\p{L}\p{M}\p{Nd}_\u30fb\u00b7]|\u200c|\u200d)+)/gu;
const MENTION = /(?<![A-Za-z0-9_@/])[@＠]([A-Za-z0-9_]{1,40})/g;

interface Link {
  url: string;
  expanded_url: string;
  display_url: string;
}

/** The account that a mention in a text is of. */
type AccountNamed = (username: string) => { id: string; username: string } | undefined;

/** A text as the API gives it. */
export interface ApiText {
  text: string;
  entities: object | undefined;
}

interface LinkedText extends ApiText {
  links: readonly Link[];
}

export function linkTo(address: string): Link {
  const expanded = /^https?:/i.test(address) ? address : `http://${address}`;
  const bare = expanded.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
  const code = createHash('sha256').update(expanded).digest('hex').slice(0, 10);
  return {
    url: `https://t.co/${code}`,
    expanded_url: expanded,
    display_url: bare.length > MAX_DISPLAY ? `${bare.slice(0, MAX_DISPLAY - 1)}…` : bare,
  };
}

/** Shortens the links of a text; links, hashtags and mentions are entities, whose positions count code points. */
export function apiTextOf(accountNamed: AccountNamed, written: string, own: readonly Link[] = []): LinkedText {
  const links = new Map(own.map((link) => [link.url, link]));
  const text = written.replaceAll(ADDRESS, (address) => {
    const link = links.get(address) ?? linkTo(address);
    links.set(link.url, link);
    return link.url;
  });
  const found = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(({ index, 0: all, 1: name = '' }) => {
      const start = [...text.slice(0, index)].length;
      return { at: { start, end: start + [...all].length }, all, name };
    });
  const urls = found(/https:\/\/t\.co\/\w+/g).map(({ at, all }) => ({ ...at, ...links.get(all) }));
  const mentions = found(MENTION).flatMap(({ at, name }) => {
    const account = accountNamed(name);
    return account ? [{ ...at, username: account.username, id: account.id }] : [];
  });
  const hashtags = found(HASHTAG).flatMap(({ at, name: tag }) => (/[\p{L}\p{M}]/u.test(tag) ? [{ ...at, tag }] : []));
  const entities = Object.entries({ urls, mentions, hashtags }).filter(([, list]) => list.length > 0);
  return {
    text,
    entities: entities.length > 0 ? Object.fromEntries(entities) : undefined,
    links: [...links.values()],
  };
}

/** The text of a post; `note` is the whole of one that is longer than the API gives. */
export function apiPostOf(accountNamed: AccountNamed, id: string, written: string): ApiText & { note?: ApiText } {
  const whole = apiTextOf(accountNamed, written);
  const characters = [...whole.text];
  if (characters.length <= MAX_TEXT) return whole;
  const self = { ...linkTo(`https://x.com/i/web/status/${id}`), display_url: 'x.com/i/web/status/1…' };
  // An address that is cut in two is none.
  const start = characters
    .slice(0, CUT_TEXT)
    .join('')
    .replace(/https:\/\/t\.co\/\w*$/, '');
  return {
    ...apiTextOf(accountNamed, `${start}… ${self.url}`, [...whole.links, self]),
    note: { text: whole.text, entities: whole.entities },
  };
}
