import type { EscrowStatusResponse } from '@questp/message-schema';

/** The progress of recording the outcomes of payouts. */
export interface Recording {
  /** `countersOf` the escrow when all outcomes up to then had been recorded. */
  counters: string;
  /** Last address of the walk over the entries; empty: the walk begins. */
  after: string;
  /** Walks that found a paid entry without its transfer. */
  misses: number;
  /** No transfer before this height is searched. */
  fromHeight: number;
  /** When a walk last went on after the entries that were examined: those can be claimed. ISO. */
  wholeAt: string;
  /** Last payout whose transaction was searched again; empty: the search begins with the first. */
  searchedTo: string;
  /** When a search last found a transaction missing. ISO. */
  searchedAt: string;
}

const NEVER = new Date(0).toISOString();

export const NOTHING_RECORDED: Recording = {
  ...{ counters: '', after: '', misses: 0, fromHeight: 0, wholeAt: NEVER, searchedTo: '', searchedAt: NEVER },
};

/** Another text whenever the outcome of an entry changed. */
export const countersOf = ({
  paid_count,
  failed_count,
  skipped_count,
  cursor,
  version,
}: EscrowStatusResponse): string => [version, cursor, paid_count, failed_count, skipped_count].join(' ');
