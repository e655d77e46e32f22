import { ok, type Answer } from '../http/answer.js';
import type { Asked } from '../oauth/rules.js';

const readNumber = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : otherwise;

/** The requested page of a list, with the addresses of the others in `link`. */
export function pageOf<Item>(
  { query, platform }: Asked,
  path: string,
  all: readonly Item[],
  show: (item: Item) => object,
): Answer {
  const size = Math.min(100, Math.max(1, readNumber(query['per_page'], 30)));
  const page = Math.max(1, readNumber(query['page'], 1));
  const last = Math.max(1, Math.ceil(all.length / size));
  const linkTo = (rel: string, number: number): string => {
    const parameters = Object.entries({ ...query, page: String(number) }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return `<${platform.url()}/api.github.com${path}?${new URLSearchParams(parameters).toString()}>; rel="${rel}"`;
  };
  const links = [
    ...(page > 1 ? [linkTo('prev', page - 1)] : []),
    ...(page < last ? [linkTo('next', page + 1), linkTo('last', last)] : []),
  ];
  return {
    ...ok(all.slice((page - 1) * size, page * size).map(show)),
    headers: links.length > 0 ? { link: links.join(', ') } : {},
  };
}

export const parseTime = (text: string | undefined): number | undefined => {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? undefined : time;
};
