/** SDK gas, or bytes, of `count` entries: at most `base + each * count`. */
export interface GasLine {
  readonly base: number;
  readonly each: number;
}

// Measured figures plus about 2 %: a change that costs more has to say so here.

/** commit_allocations: the escrow's own gas without loading it; 20-byte addresses, seven-digit points. */
export const COMMIT: GasLine = { base: 21_000, each: 820 };
/** distribute: the same; the bank's part of a payout is not in it. */
export const DISTRIBUTE: GasLine = { base: 15_000, each: 290 };
/** Bytes of the response to distribute, one gas each and part of `DISTRIBUTE`. */
export const RESPONSE: GasLine = { base: 300, each: 167 };
/** create_campaign: the factory's own gas, and how much of it is not storage, response and events. */
export const CREATE = { total: 21_000, compute: 1_550 } as const;
