/** How far the committed entries of a version were compared with a plan, one by one. */
export interface Comparison {
  planId: string;
  version: number;
  /** First entries, which are equal. */
  equalEntries: number;
  /** Address of the last compared entry; empty: there is none. */
  lastAddress: string;
  /** Address of the first entry that differs; null: none so far. */
  differingEntry: string | null;
  /** The endpoints of the chain at the start of the comparison. */
  endpoints: string;
}

/** Before the first entry. */
export const nothingCompared = (of: Pick<Comparison, 'planId' | 'version' | 'endpoints'>): Comparison => ({
  ...of,
  ...{ equalEntries: 0, lastAddress: '', differingEntry: null },
});
