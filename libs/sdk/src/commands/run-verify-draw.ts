import { readFile } from 'node:fs/promises';
import { verifyDraw, type PublishedDraw, type PublishedEntry } from '../draws/verify-draw.js';

const HELP = `verify-draw <draw.json> <entries.json>...
verify-draw <address of the API>/v1/quests/<quest id>/draw

Makes a draw again from what is published about it: the commitment to the seed, the root of the list of entries, and the
winners. Files are answers of the API: the draw, and the pages of its entries in any order; with files it needs no
network. With an address it reads both. Prints what differs. Exits with 0 if nothing does, with 1 if something differs,
and with 2 if the draw cannot be checked.
`;

interface Page {
  items: PublishedEntry[];
  nextCursor: string | null;
}

/** The command verify-draw. */
export async function runVerifyDraw(args: readonly string[]): Promise<{ report: string; exitCode: number }> {
  const [first, ...pages] = args;
  if (first === undefined || first === '--help') return { report: HELP, exitCode: first === undefined ? 2 : 0 };
  try {
    const { draw, entries } = /^https?:/u.test(first) ? await download(first) : await readFiles(first, pages);
    const differences = verifyDraw(draw, entries);
    return differences.length === 0
      ? { report: `The draw of ${entries.length} entries is as it should be.\n`, exitCode: 0 }
      : { report: differences.map((difference) => `${difference}\n`).join(''), exitCode: 1 };
  } catch (error) {
    return { report: `The draw cannot be checked: ${error instanceof Error ? error.message : 'error'}\n`, exitCode: 2 };
  }
}

async function readFiles(draw: string, pages: readonly string[]) {
  const read = async <T>(path: string) => JSON.parse(await readFile(path, 'utf8')) as T;
  const entries = await Promise.all(pages.map((path) => read<Page>(path)));
  return { draw: await read<PublishedDraw>(draw), entries: entries.flatMap(({ items }) => items) };
}

async function download(address: string) {
  const read = async <T>(url: string): Promise<T> => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answers ${response.status}.`);
    return (await response.json()) as T;
  };
  const draw = await read<PublishedDraw>(address);
  const entries: PublishedEntry[] = [];
  let page = `${address}/entries?limit=100`;
  for (;;) {
    const { items, nextCursor } = await read<Page>(page);
    entries.push(...items);
    if (nextCursor === null) break;
    page = `${address}/entries?limit=100&cursor=${encodeURIComponent(nextCursor)}`;
  }
  return { draw, entries };
}
