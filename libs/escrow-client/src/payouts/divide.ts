/** An earner with an address of their own. */
export interface Claimant {
  /** At least 1. */
  points: bigint;
  /** bech32, lower case; different for each claimant. */
  address: string;
}

/** Claimants with equal points. */
export interface PointsGroup {
  points: bigint;
  /** Number of claimants. */
  count: number;
}

/** What the claimants of a group get. */
export interface GroupShare extends PointsGroup {
  amount: bigint;
  /** Number of claimants who get one unit more: those whose addresses sort first bytewise. */
  extra: number;
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
 * @returns the amounts above zero, by address; empty if every share is below `min` or there are no claimants
 */
export function divide(claimants: readonly Claimant[], division: Division): Map<string, bigint> {
  const sorted = [...claimants].sort(byPointsThenAddress);
  const amounts = new Map<string, bigint>();
  let at = 0;
  for (const { count, amount, extra } of divideGroups(groupsOf(sorted), division)) {
    sorted.slice(at, at + count).forEach(({ address }, place) => {
      amounts.set(address, place < extra ? amount + 1n : amount);
    });
    at += count;
  }
  return amounts;
}

/**
 * `divide` for groups of claimants with equal points, of which only the sizes are known.
 * @param groups by points, the most first; each number of points once
 * @returns the first groups: those that get something
 */
export function divideGroups(groups: readonly PointsGroup[], division: Division): GroupShare[] {
  const { distributable, cap } = division;
  const included = groups.slice(0, countIncluded(groups, division));
  const { capped, amount, points } = capLargest(included, sumsOf(included), included.length, distributable, cap);
  const shares = included.map((group, index): GroupShare => {
    return { ...group, amount: index < capped ? cap : (group.points * amount) / points, extra: 0 };
  });
  const uncapped = shares.slice(capped);
  let rest = uncapped.reduce((left, share) => left - share.amount * BigInt(share.count), amount);
  // The sort is stable: of equal remainders, the order above.
  for (const share of uncapped
    .map((group) => ({ group, remainder: (group.points * amount) % points }))
    .sort((a, b) => compare(b.remainder, a.remainder))) {
    if (rest === 0n) break;
    const { group } = share;
    group.extra = rest < BigInt(group.count) ? Number(rest) : group.count;
    rest -= BigInt(group.extra);
  }
  return shares;
}

/** Number of groups whose share is not below the minimum. */
function countIncluded(groups: readonly PointsGroup[], { distributable, cap, min }: Division): number {
  const sums = sumsOf(groups);
  const isPaid = (count: number): boolean => {
    const { capped, amount, points } = capLargest(groups, sums, count, distributable, cap);
    const last = groups[count - 1] as PointsGroup;
    return (capped === count ? cap : (last.points * amount) / points) >= min;
  };
  // More claimants make the share of each smaller: the last group that is paid is found by bisection.
  let [low, high] = [0, groups.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isPaid(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

interface Capped {
  /** Number of groups that get the cap. */
  capped: number;
  /** Amount for the others. */
  amount: bigint;
  /** Points of the others. */
  points: bigint;
}

/** Finds which of the first `count` groups get the cap: as long as the first one's share of the rest reaches it. */
function capLargest(
  groups: readonly PointsGroup[],
  sums: readonly bigint[],
  count: number,
  distributable: bigint,
  cap: bigint,
): Capped {
  const total = sums[count] as bigint;
  let [capped, amount, points] = [0, distributable, total];
  while (capped < count) {
    const group = groups[capped] as PointsGroup;
    // One of the group that gets the cap does not change whether the next one does.
    if (group.points * amount < cap * points) break;
    capped += 1;
    amount -= cap * BigInt(group.count);
    points = total - (sums[capped] as bigint);
  }
  return { capped, amount, points };
}

/** Sums of the points of the first n groups, by n. */
function sumsOf(groups: readonly PointsGroup[]): bigint[] {
  const sums = [0n];
  for (const { points, count } of groups) sums.push((sums.at(-1) as bigint) + points * BigInt(count));
  return sums;
}

function groupsOf(sorted: readonly Claimant[]): PointsGroup[] {
  const groups: PointsGroup[] = [];
  for (const { points } of sorted) {
    const last = groups.at(-1);
    if (last?.points === points) last.count += 1;
    else groups.push({ points, count: 1 });
  }
  return groups;
}

const byPointsThenAddress = (a: Claimant, b: Claimant): number =>
  compare(b.points, a.points) || (a.address < b.address ? -1 : 1);

const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);
