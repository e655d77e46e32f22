/**
 * Values that keep a validator busy, each close to `bytes` of JSON: many members, many different objects or texts,
 * nesting, and long texts that match a pattern except at their end.
 */
export function hostileValues(bytes: number): [what: string, value: unknown][] {
  const times = <Item>(perItem: number, item: (index: number) => Item): Item[] =>
    Array.from({ length: Math.floor(bytes / perItem) }, (_, index) => item(index));
  const nested = (open: string, close: string) => {
    // Deeper than the gateway accepts, but readable.
    const levels = Math.min(1_000, Math.floor(bytes / (open.length + close.length)));
    return JSON.parse(`${open.repeat(levels)}0${close.repeat(levels)}`) as unknown;
  };
  return [
    ['many members', Object.fromEntries(times(12, (index) => [`m${index}`, 0]))],
    ['many members with names to be escaped', Object.fromEntries(times(16, (index) => [`~/~/m${index}`, null]))],
    ['one member with a name without end', { ['n'.repeat(bytes)]: 0 }],
    ['many lists by name', Object.fromEntries(times(15, (index) => [`m${index}`, [index]]))],
    ['many different objects', times(20, (index) => ({ id: `i${index}` }))],
    ['many objects that differ late', times(50, (index) => ({ a: [1, { b: [2] }], id: index, kind: 'single' }))],
    ['many empty objects', times(3, () => ({}))],
    ['many different texts', times(10, (index) => `t${index}`)],
    ['many times nothing', times(5, () => null)],
    ['lists in lists', nested('[', ']')],
    ['objects in objects', nested('{"a":', '}')],
    ...['a', 'A', '0', ' ', '.', '-', '/', '%41', 'a.', 'a-', 'a a', 'é', '😀', '_a1', ':/', '@a'].map(
      (part): [string, unknown] => [
        `a text of ${part}`,
        `${part.repeat(Math.floor(bytes / Buffer.byteLength(part)))}\n`,
      ],
    ),
    ['an address without end', `https://${'a.'.repeat(bytes / 2)}`],
    ['a moment without end', `2026-05-01T12:00:00.${'1'.repeat(bytes)}`],
  ];
}

/** CPU time of a run in milliseconds. Unless it is below `enough`, the minimum of further runs with warm code. */
export function cpuMs(work: () => unknown, enough: number): number {
  const once = () => {
    const [before, began] = [process.cpuUsage(), performance.now()];
    work();
    const { user, system } = process.cpuUsage(before);
    // The first includes the threads of the garbage collector, the second the wait for a processor.
    return Math.min((user + system) / 1_000, performance.now() - began);
  };
  let least = once();
  for (let run = 0; run < 50 && least >= enough; run += 1) least = Math.min(least, once());
  return least;
}
