import type { ExportKind } from '@questp/messages/exports';
import type { Scope } from './scopes.repository.js';

/** Slugs contain only lower-case letters, digits and hyphens. */
export const fileName = ({ projectSlug, campaignSlug }: Scope, kind: ExportKind, at: Date): string =>
  `${projectSlug}-${campaignSlug ?? 'all'}-${kind}-${at.toISOString().slice(0, 10)}.csv`;
