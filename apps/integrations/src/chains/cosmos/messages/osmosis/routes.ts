import { hasForm } from '@questp/messages/language';
import { isObject } from '../fields.js';

/** A hop of a route: its pool, and the denomination that it takes or gives. */
export interface Hop {
  poolId: string;
  denom: string;
}

/** Hops of a route; undefined: one cannot be read, or there is none. */
export function hopsOf(route: unknown, denomName: 'token_in_denom' | 'token_out_denom'): Hop[] | undefined {
  const hops = Array.isArray(route) ? route.map((hop: unknown) => hopOf(hop, denomName)) : [];
  const read = hops.filter((hop) => hop !== undefined);
  return read.length > 0 && read.length === hops.length ? read : undefined;
}

function hopOf(hop: unknown, denomName: string): Hop | undefined {
  if (!isObject(hop)) return undefined;
  const { pool_id: poolId, [denomName]: denom } = hop;
  return poolIdOf(poolId) !== undefined && typeof denom === 'string' ? { poolId: String(poolId), denom } : undefined;
}

/** The id of a pool; undefined: it is none. */
export const poolIdOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.length <= 128 && hasForm('pool_id', value) ? value : undefined;

/** Pools of a swap that a reply names. */
const MAX_POOLS = 20;
export const poolsOf = (hops: readonly Hop[]): string[] =>
  [...new Set(hops.map(({ poolId }) => poolId))].slice(0, MAX_POOLS);
