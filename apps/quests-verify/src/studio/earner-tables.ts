import type { EarnerTables } from '../people/earners/earner-tables.js';

/** Tables with rows per team member or invited user. Members and invited users are neither merged nor deleted. */
export const TEAM_TABLES: EarnerTables = [
  { name: 'project_member', onDeletion: 'kept' },
  { name: 'invitation', onDeletion: 'kept', staleWhere: "invited_at < now() - interval '90 days'" },
  { name: 'invitation_preference', onDeletion: 'deleted' },
  {
    name: 'invitation_count',
    onDeletion: 'deleted',
    staleWhere: "NOT EXISTS (SELECT FROM unnest(counted_at) AS at WHERE at > now() - interval '1 day')",
  },
  // Of days that are over.
  { name: 'daily_count', onDeletion: 'deleted', staleWhere: "day < (now() AT TIME ZONE 'utc')::date" },
];
