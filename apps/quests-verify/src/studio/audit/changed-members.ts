import { isDeepStrictEqual } from 'node:util';

/** Names of the members of a change that differ between the row before and after it. */
export const changedMembers = <Row extends object>(before: Row, after: Row, change: Partial<Row>): string[] =>
  (Object.keys(change) as (keyof Row & string)[]).filter((name) => !isDeepStrictEqual(before[name], after[name]));
