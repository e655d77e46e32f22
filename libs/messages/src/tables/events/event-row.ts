import type { Permission } from '../../access/principals.js';
import type { MessageClass } from '../../language/fields/index.js';

/** Members of event data that name the audience of live events: the user, the project. */
export const AUDIENCE = ['userId', 'projectId'] as const;

export type Audience = readonly (typeof AUDIENCE)[number][];

/** Every service with tables, and therefore inbox and outbox. */
export const WITH_TABLES = 'each with tables';

/** An event. */
export interface EventRow {
  /** Events of one aggregate keep their order. */
  aggregate: string;
  /** The service that sends it, or WITH_TABLES. */
  from: string;
  /** The services that consume it. */
  to: readonly string[];
  /** Members of the data that name the audience of the live event. By default there is none. */
  audience?: Audience;
  /** Operators with this permission receive the live event too. */
  operators?: Permission;
  meaning: string;
  data: MessageClass;
}
