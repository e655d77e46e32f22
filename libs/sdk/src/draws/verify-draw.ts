import { commitmentOf, drawWinners, leafOf, prizesInOrder, rootOf, type ListedEntry } from './draw.js';

/** A draw as `GET /v1/quests/{questId}/draw` answers it. */
export interface PublishedDraw {
  commitment: string;
  seed: string | null;
  root: string | null;
  entryCount: number | null;
  prizes: readonly { id: string; quantity: number }[];
}

/** An entry as `GET /v1/quests/{questId}/draw/entries` answers it. */
export interface PublishedEntry extends ListedEntry {
  prizeId: string | null;
}

/** Makes the draw again from the published files, and returns what differs: nothing if the draw is as it should be. */
export function verifyDraw(draw: PublishedDraw, entries: readonly PublishedEntry[]): string[] {
  const { commitment, seed: revealed, root: published, entryCount } = draw;
  if (revealed === null || published === null) return ['The draw has not taken place: no seed is published.'];
  const seed = Buffer.from(revealed, 'hex');
  const listed = entries.toSorted((left, right) => left.sequence - right.sequence);
  const root = rootOf(listed.map(leafOf));
  const differences: string[] = [];
  const require = (holds: boolean, otherwise: string) => void (holds || differences.push(otherwise));
  require(commitmentOf(seed).toString('hex') === commitment, 'The published seed is not the one of the commitment.');
  require(listed.length === entryCount, `The list has ${listed.length} entries; the draw says ${entryCount}.`);
  require(listed.every(
    ({ sequence }, index) => sequence === index + 1,
  ), 'The entries are not numbered from 1 without a gap.');
  require(new Set(listed.map(({ entryId }) => entryId)).size === listed.length, 'An entry is listed twice.');
  require(root.toString('hex') === published, `The root of the list is ${root.toString('hex')}, not ${published}.`);
  const prizes = prizesInOrder(draw.prizes);
  const winners = drawWinners(seed, root, listed.length, prizes.length);
  const won = new Map(winners.map((index, place) => [index, prizes[place] ?? null]));
  for (const [index, { sequence, prizeId }] of listed.entries()) {
    const expected = won.get(index) ?? null;
    require(prizeId ===
      expected, `Entry ${sequence} wins ${expected ?? 'nothing'}; the list says ${prizeId ?? 'nothing'}.`);
  }
  return differences;
}
