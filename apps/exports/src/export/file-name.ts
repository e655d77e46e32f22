import type { Scope } from './scopes.repository.js';

export type Kind = 'leaderboard' | 'participants' | 'submissions' | 'distribution';

/** Slugs have nothing but lower-case letters, digits and hyphens. */
export const fileName = ({ projectSlug, campaignSlug }: Scope, kind: Kind, at: Date): string =>
  `${projectSlug}-${campaignSlug ?? 'all'}-${kind}-${at.toISOString().slice(0, 10)}.csv`;
