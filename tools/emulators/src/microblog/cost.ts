import type { Platform } from '../oauth/rules.js';

/** US dollars for each resource that is read. */
const PRICES = { post: 0.005, user: 0.01, follow: 0.01, space: 0.005, like: 0.001 } as const;

/** The price of these resources; each is charged once on a day of UTC. */
export function costOf(platform: Platform, kind: keyof typeof PRICES, ids: readonly string[]): number {
  const day = new Date().toISOString().slice(0, 10);
  const charged = ids.filter((id) => {
    const key = `${day} ${kind} ${id}`;
    if (platform.charged.has(key)) return false;
    platform.charged.add(key);
    return true;
  });
  return Number((charged.length * PRICES[kind]).toFixed(6));
}
