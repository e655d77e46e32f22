import { toTime } from '../../chain/escrows/escrow-state.js';

/** A time of a contract; null: it has none. */
export const timeOf = (nanoseconds: string | null | undefined): Date | null =>
  nanoseconds === null || nanoseconds === undefined ? null : new Date(toTime(nanoseconds));
