import { createHash } from 'node:crypto';
import { ok, type Answer } from '../http/answer.js';
import type { Parameters } from '../oauth/parameters.js';
import { badParameter } from './errors.js';

export const etagOf = (value: unknown): string => createHash('sha1').update(JSON.stringify(value)).digest('base64url');

/** The requested parts of a resource, or the refusal. */
export function readParts(query: Parameters, known: readonly string[]): readonly string[] | Answer {
  const parts = query['part']?.split(',');
  if (parts === undefined) return badParameter('Required parameter: part', 'missingRequiredParameter', 'part');
  const unknown = parts.find((part) => !known.includes(part));
  return unknown === undefined ? parts : badParameter(`'${unknown}'`, 'unknownPart', 'part');
}

/** A resource with the requested parts. */
export function resource(kind: string, id: string, parts: readonly string[], all: Readonly<Record<string, object>>) {
  const shown = Object.fromEntries(parts.filter((part) => part in all).map((part) => [part, all[part]]));
  return { kind: `youtube#${kind}`, etag: etagOf({ id, shown }), id, ...shown };
}

export const noFilter = (...names: string[]): Answer =>
  badParameter(`No filter selected. Expected one of: ${names.join(', ')}`, 'missingRequiredParameter', 'parameters.');

const encode = (offset: number): string => Buffer.from(`offset:${offset}`).toString('base64url');

/** The requested page of a list. `items` is omitted for an empty list unless `always`. */
export function listAnswer(
  query: Parameters,
  kind: string,
  all: readonly object[],
  { most, otherwise, always = true }: { most: number; otherwise: number; always?: boolean },
): Answer {
  const asked = query['maxResults'] ?? String(otherwise);
  const size = Number(asked);
  if (!/^\d{1,4}$/.test(asked) || size > most) {
    return badParameter(
      `Invalid value '${asked}'. Values must be within the range: [0, ${most}]`,
      'invalidValue',
      'maxResults',
    );
  }
  const token = query['pageToken'];
  const [, text] = /^offset:(\d{1,9})$/.exec(Buffer.from(token ?? encode(0), 'base64url').toString()) ?? [];
  if (text === undefined)
    return badParameter('The request specifies an invalid page token.', 'invalidPageToken', 'pageToken');
  const offset = Number(text);
  const items = all.slice(offset, offset + size);
  return ok({
    kind: `youtube#${kind}`,
    etag: etagOf(items),
    ...(offset + size < all.length && size > 0 && { nextPageToken: encode(offset + size) }),
    ...(offset > 0 && { prevPageToken: encode(Math.max(0, offset - size)) }),
    pageInfo: { totalResults: all.length, resultsPerPage: size },
    ...((always || items.length > 0) && { items }),
  });
}
