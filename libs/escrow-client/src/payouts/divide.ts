/** An earner with an address of their own. */
export interface Claimant {
  /** At least 1. */
  points: bigint;
  /** bech32, lower case; different for each claimant. */
  address: string;
}

export interface Division {
  distributable: bigint;
  /** Maximum per claimant. */
  cap: bigint;
  /** Claimants whose share is smaller get nothing; at least 1. */
  min: bigint;
}

/**
 * Divides an amount in proportion to points, in whole units.
 *
 * - Whose share reaches the cap gets the cap; what that leaves is divided among the others in the same way.
 * - A claimant is left out if their share among those with at least as many points, rounded down, is below `min`.
 *   Claimants with equal points are in or out together.
 * - Shares are rounded down, and the units that this leaves go, one each, to the largest remainders; of equal remainders
 *   first to more points, then to the address that sorts first bytewise. Points and addresses alone decide, so that
 *   anyone can repeat the division.
 *
 * The amounts sum to `distributable` exactly, unless everyone included gets `cap`: the rest then stays undivided.
 *
 * @returns the amounts of those who get something, by address; empty: the share of everyone is below `min`, or there is
 *   nobody
 */
export function divide(claimants: readonly Claimant[], division: Division): Map<string, bigint> {
  const sorted = [...claimants].sort(byPointsThenAddress);
  const { distributable, cap } = division;
  const included = sorted.slice(0, countIncluded(sorted, division));
  const { capped, amount, points } = capLargest(included, sumsOf(included), included.length, distributable, cap);
  const amounts = new Map<string, bigint>();
  for (const { address } of included.slice(0, capped)) amounts.set(address, cap);
  let rest = amount;
  const remainders: { address: string; remainder: bigint }[] = [];
  for (const claimant of included.slice(capped)) {
    const product = claimant.points * amount;
    const share = product / points;
    amounts.set(claimant.address, share);
    rest -= share;
    remainders.push({ address: claimant.address, remainder: product % points });
  }
  if (remainders.length === 0) return amounts;
  // The sort is stable: of equal remainders, the order above.
  remainders.sort((a, b) => compare(b.remainder, a.remainder));
  for (const { address } of remainders.slice(0, Number(rest))) amounts.set(address, (amounts.get(address) ?? 0n) + 1n);
  return amounts;
}

/** Number of claimants, in the order of points, whose share is not below the minimum. */
function countIncluded(sorted: readonly Claimant[], { distributable, cap, min }: Division): number {
  const sums = sumsOf(sorted);
  const groups = groupEnds(sorted);
  const isPaid = (count: number): boolean => {
    const { capped, amount, points } = capLargest(sorted, sums, count, distributable, cap);
    const last = sorted[count - 1] as Claimant;
    return (capped === count ? cap : (last.points * amount) / points) >= min;
  };
  // More claimants make the share of each smaller: the last group that is paid is found by bisection.
  let [low, high] = [0, groups.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isPaid(groups[middle - 1] as number)) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? 0 : (groups[low - 1] as number);
}

interface Capped {
  /** Number of claimants who get the cap. */
  capped: number;
  /** Amount for the others. */
  amount: bigint;
  /** Points of the others. */
  points: bigint;
}

/** Finds who of the first `count` claimants gets the cap: as long as the first one's share of the rest reaches it. */
function capLargest(
  sorted: readonly Claimant[],
  sums: readonly bigint[],
  count: number,
  distributable: bigint,
  cap: bigint,
): Capped {
  const total = sums[count] as bigint;
  let [capped, amount, points] = [0, distributable, total];
  while (capped < count && (sorted[capped] as Claimant).points * amount >= cap * points) {
    capped += 1;
    amount -= cap;
    points = total - (sums[capped] as bigint);
  }
  return { capped, amount, points };
}

/** Sums of the points of the first n claimants, by n. */
function sumsOf(claimants: readonly Claimant[]): bigint[] {
  const sums = [0n];
  for (const { points } of claimants) sums.push((sums.at(-1) as bigint) + points);
  return sums;
}

/** Ends of the runs of equal points. */
const groupEnds = (sorted: readonly Claimant[]): number[] =>
  sorted.flatMap(({ points }, index) => (sorted[index + 1]?.points === points ? [] : [index + 1]));

const byPointsThenAddress = (a: Claimant, b: Claimant): number =>
  compare(b.points, a.points) || (a.address < b.address ? -1 : 1);

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
