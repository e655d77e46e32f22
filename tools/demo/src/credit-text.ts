/** A credit as text, to compare the ledger with live events. */
export const creditText = (submissionId: string, points: number | string): string => `${points} for ${submissionId}`;
