import { MICROBLOG_HASHTAGS, MICROBLOG_TEXT } from '@questp/messages/integrations';
import { foldText } from '@questp/messages/language';
import {
  hasOne,
  listAt,
  objectAt,
  optionalAt,
  readEach,
  type JsonObject,
  type ReadItems,
} from '../../outbound/described-json.js';
import { nameNow, plainOf, startOf, stringAt } from './reading.js';

/**
 * A text of a person. Its links are shortened; the entities contain the links as they are shown, the hashtags and the
 * mentions.
 */
export interface Written {
  text: string;
  entities: readonly JsonObject[];
}

/** A post. Of a long one the API gives the whole as its note, and an unfinished beginning as its text. @throws UnusableAnswer */
export function writtenIn(post: JsonObject): Written {
  const own = optionalAt(post, 'entities', objectAt) ?? {};
  const note = optionalAt(post, nameNow(post, 'note_tweet'), objectAt);
  if (note === undefined) return { text: plainOf(stringAt(post, 'text')), entities: [own] };
  const text = plainOf(stringAt(note, 'text'));
  return { text, entities: [optionalAt(note, 'entities', objectAt) ?? entitiesOf(text), own] };
}

/** Hashtags and mentions as the platform finds them in a text (github.com/twitter/twitter-text). */
const HASHTAG =
  /(?<![\p{L}\p{M}\p{Nd}_&/])[#＃]((?:[\p{L}\p{M}\p{Nd}_\ua67e\u05be\u05f3\u05f4\uff5e\u301c\u309b\u309c\u30a0\u30fb\u3003\u0f0b\u0f0c\u00b7]|\u200c|\u200d)+)/gu;
const MENTION = /(?<![A-Za-z0-9_@＠/])[@＠]([A-Za-z0-9_]+)/g;

/** The entities of a note that has none. */
const entitiesOf = (text: string): JsonObject => ({
  hashtags: [...text.matchAll(HASHTAG)].map(([, tag]) => ({ tag })),
  mentions: [...text.matchAll(MENTION)].map(([, username]) => ({ username })),
});

/** The items of one kind of all entities. @throws UnusableAnswer */
function entitiesNamed<Item>({ entities }: Written, name: string, read: (item: JsonObject) => Item): ReadItems<Item> {
  const lists = entities.flatMap((of) => optionalAt(of, name, () => readEach(listAt(of, name), read)) ?? []);
  return { values: lists.flatMap(({ values }) => values), unread: lists.find(({ unread }) => unread)?.unread };
}

/** Whether a mention of the text is the one that is looked for. @throws UnusableAnswer */
export const mentions = (written: Written, isIt: (mention: JsonObject) => boolean): boolean =>
  hasOne(entitiesNamed(written, 'mentions', isIt), (is) => is);

/** The hashtags of a text as it has them. @throws UnusableAnswer */
export const hashtagsIn = (written: Written): ReadItems<string> =>
  entitiesNamed(written, 'hashtags', (one) => stringAt(one, 'tag'));

/** Whether a text has all of the hashtags, in any case. @throws UnusableAnswer */
export const carriesAll = (tags: ReadItems<string>, asked: readonly string[]): boolean =>
  asked.every((tag) => hasOne(tags, (one) => foldText(one) === foldText(tag)));

/** Whether it has one of them. @throws UnusableAnswer */
export function carriesOne(tags: ReadItems<string>, asked: readonly string[]): boolean {
  const folded = new Set(asked.map(foldText));
  return hasOne(tags, (one) => folded.has(foldText(one)));
}

/** Hashtags for a fact, each once; of too many, those that are asked for rather than others. */
export function hashtagsFor({ values }: ReadItems<string>, asked: readonly string[] = []): string[] {
  const byFold = new Map<string, string>();
  for (const tag of values) {
    const fold = foldText(tag);
    if (!byFold.has(fold)) byFold.set(fold, plainOf(tag).normalize('NFC'));
  }
  const wanted = new Set(asked.map(foldText));
  const tags = [...byFold].filter(([, tag]) => tag !== '' && tag.length <= MICROBLOG_HASHTAGS.maxLength);
  const isWanted = ([fold]: [string, string]) => wanted.has(fold);
  const others = MICROBLOG_HASHTAGS.max - tags.filter(isWanted).length;
  const kept = new Set(tags.filter((tag) => !isWanted(tag)).slice(0, others));
  return tags.filter((tag) => isWanted(tag) || kept.has(tag)).map(([, tag]) => tag);
}

/** A link by its short address, and the ways to write it: as it is shown, whole, and with either scheme. */
interface Link {
  short: string;
  ways: readonly [shown: string, ...others: string[]];
}

function linkOf(entity: JsonObject): Link {
  const short = stringAt(entity, 'url');
  const [expanded, display] = ['expanded_url', 'display_url'].map((name) => {
    const address = optionalAt(entity, name, stringAt);
    return address === undefined ? undefined : plainOf(address);
  });
  const whole = expanded ?? display ?? short;
  const bare = whole.replace(/^https?:\/\/(www\.)?/i, '');
  return { short, ways: [display ?? bare, bare, `https://${bare}`, `http://${bare}`, whole] };
}

const SHORT = /(https?:\/\/[\w.-]+\/\w+)/;

/** The text with its links written in each way, as it is shown first. `of` is applied to each part of it once. */
function* formsOf(text: string, links: readonly Link[], of = (part: string) => part): Generator<string> {
  const known = new Map(links.map((link) => [link.short, link.ways]));
  const parts = text.split(SHORT).map((part) => known.get(part)?.map(of) ?? of(part));
  // A text without links has only one form.
  const ways = Math.max(1, ...links.map((link) => link.ways.length));
  for (let way = 0; way < ways; way += 1) {
    yield parts.map((part) => (typeof part === 'string' ? part : part[way])).join('');
  }
}

/**
 * The part of a text with the text that is asked for, which may name a link in any of its ways. Undefined: it does not
 * contain it.
 * @throws UnusableAnswer
 */
export function partWith(written: Written, wanted: string): string | undefined {
  const { text } = written;
  const { values: links, unread } = entitiesNamed(written, 'urls', linkOf);
  const folded = foldText(wanted);
  const ways = [...formsOf(text, links, foldText)].map((form) => form.includes(folded));
  for (const [way, form] of [...formsOf(text, links)].entries()) {
    const part = ways[way] === true ? partsOf(form).find((one) => foldText(one).includes(folded)) : undefined;
    if (part !== undefined) return part;
  }
  if (unread !== undefined) throw unread;
  return undefined;
}

/** How a text begins, as it is shown. @throws UnusableAnswer */
export function startIn(written: Written): string {
  const { values: links, unread } = entitiesNamed(written, 'urls', linkOf);
  if (unread !== undefined) throw unread;
  const [shown = ''] = formsOf(written.text, links);
  return startOf(shown, MICROBLOG_TEXT);
}

/** Overlapping parts of a text, in the length that a fact has of one. */
function partsOf(text: string): string[] {
  const { max } = MICROBLOG_TEXT;
  const characters = [...text.normalize('NFC')];
  const steps = Math.max(1, Math.ceil(characters.length / (max / 2)) - 1);
  return Array.from({ length: steps }, (_, step) => {
    const from = (step * max) / 2;
    return characters.slice(from, from + max).join('');
  });
}
