import type { FieldError, Timestamp } from '@questp/messages';

/** When something opens and closes; null is no bound. */
export interface Window {
  startsAt: Date | null;
  endsAt: Date | null;
}

/** A moment of a request; null is no bound. */
export function toDate(moment: Timestamp | null): Date | null {
  return moment === null ? null : new Date(moment);
}

export function windowErrors({ startsAt, endsAt }: Window): FieldError[] {
  if (startsAt === null || endsAt === null || startsAt < endsAt) return [];
  return [{ pointer: '/endsAt', code: 'TOO_SMALL', detail: 'The end has to lie after the start.' }];
}
