/** One credit, as it stands in the ledger and as it is told live. */
export const creditText = (submissionId: string, points: number | string): string => `${points} for ${submissionId}`;
