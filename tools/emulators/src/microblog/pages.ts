import type { Answer } from '../http/answer.js';
import type { Parameters } from '../oauth/parameters.js';
import { invalidParameter } from './problems.js';

interface Page<Item> {
  items: Item[];
  next: string | undefined;
}

/**
 * The part of a list that a request wants. The token is the id of the last item before it, so that new items in front
 * shift nothing.
 */
export function pageOf<Item extends { id: string }>(
  query: Parameters,
  list: readonly Item[],
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): Page<Item> | Answer {
  const asked = query['max_results'] ?? String(otherwise);
  const size = Number(asked);
  if (!/^\d{1,5}$/.test(asked) || size < least || size > most) {
    const message = `The \`max_results\` query parameter value [${asked}] is not between ${least} and ${most}`;
    return invalidParameter('max_results', asked, message);
  }
  const token = query['pagination_token'];
  const before = token === undefined ? -1 : list.findIndex(({ id }) => encode(id) === token);
  if (token !== undefined && before < 0) {
    const message = `The \`pagination_token\` query parameter value [${token}] is not valid`;
    return invalidParameter('pagination_token', token, message);
  }
  const items = list.slice(before + 1, before + 1 + size);
  const last = items.at(-1);
  const isLast = before + 1 + items.length >= list.length;
  return { items, next: last === undefined || isLast ? undefined : encode(last.id) };
}

const encode = (id: string): string => Buffer.from(`b${id}`).toString('hex');
