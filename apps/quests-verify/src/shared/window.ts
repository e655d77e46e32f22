import { fieldError, type FieldError, type Timestamp } from '@questp/messages/language';

/** Opening and closing time; null: no bound. */
export interface Window {
  startsAt: Date | null;
  endsAt: Date | null;
}

interface RequestedWindow {
  startsAt?: Timestamp | null;
  endsAt?: Timestamp | null;
}

/** A time in a request; null: no bound. */
export function toDate(moment: Timestamp | null): Date | null {
  return moment === null ? null : new Date(moment);
}

/** The request with its window converted for storage; a missing bound stays missing. */
export function withDates<Request extends RequestedWindow>(request: Request) {
  const { startsAt, endsAt, ...rest } = request;
  return {
    ...rest,
    ...(startsAt === undefined ? {} : { startsAt: toDate(startsAt) }),
    ...(endsAt === undefined ? {} : { endsAt: toDate(endsAt) }),
  };
}

export function windowErrors({ startsAt, endsAt }: Window): FieldError[] {
  if (startsAt === null || endsAt === null || startsAt < endsAt) return [];
  return [fieldError('/endsAt', 'RANGE', { after: startsAt.toISOString() }, 'The end has to lie after the start.')];
}
