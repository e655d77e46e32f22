import type { PublicProfile, ReferredUser } from '@questp/messages/identity';
import type { PublicProfileRow, ReferredUserRow } from './public-profiles.repository.js';

export const toPublicProfile = (row: PublicProfileRow): PublicProfile => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

export const toReferredUser = (row: ReferredUserRow): ReferredUser => ({
  ...row,
  referredAt: row.referredAt.toISOString(),
});
