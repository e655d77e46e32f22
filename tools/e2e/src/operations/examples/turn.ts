import type { Caller, CallOptions, Studio } from '@questp/players';

/** How an example is sent: the caller, the ids, and the values that must be new. */
export interface Turn {
  as: Caller;
  /** Real ids, by the names of path parameters, or by the examples' ids that no path has. */
  ids?: Readonly<Record<string, string>>;
  /** Members of the query or body that replace the example's. */
  sent?: object;
  /** Sent unchanged instead of a body. */
  raw?: CallOptions;
}

/** The turns of operations whose example needs a preparation, a special caller or other values. */
export type Turns = Readonly<Record<string, () => Turn | Promise<Turn>>>;

/** As the team of another project, in its campaign. */
export const inside = ({ client, inCampaign }: Studio, more: Readonly<Record<string, string>> = {}): Turn => ({
  as: client,
  ids: { ...inCampaign.path, ...more },
});
