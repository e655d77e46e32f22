import type { EarnerTables } from '../people/earners/earner-tables.js';
import { TEAM_TABLES } from '../studio/earner-tables.js';
import { ATTEMPT_TABLES } from '../task-types/index.js';

/** Every table with a `user_id`: a spec compares them with the database. */
export const EARNER_TABLES: EarnerTables = [...ATTEMPT_TABLES, ...TEAM_TABLES];
