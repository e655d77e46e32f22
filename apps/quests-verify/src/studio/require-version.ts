import { AppError, versionOf } from '@questp/messages';

/** PRECONDITION_FAILED unless the locked row is of a version that may be changed. @param wanted undefined: any */
export function requireVersion(wanted: readonly string[] | undefined, { updatedAt }: { updatedAt: Date }): void {
  if (wanted !== undefined && !wanted.includes(versionOf(updatedAt))) throw new AppError('PRECONDITION_FAILED');
}
