import type { ServiceRow } from '@questp/manifest';
import { CONTRACTS } from '@questp/messages/contracts';

/** Subjects of the contracts that a service has to answer, sorted. */
export const contractSubjects = ({ row }: { row: ServiceRow }): string[] =>
  CONTRACTS.flatMap(({ subject }) => (subject.startsWith(`${row.answers}.`) ? [subject] : [])).sort();
