import { fieldError, type FieldError, type Timestamp } from '@questp/messages/language';

/** When something opens and closes; null is no bound. */
export interface Window {
  startsAt: Date | null;
  endsAt: Date | null;
}

interface RequestedWindow {
  startsAt?: Timestamp | null;
  endsAt?: Timestamp | null;
}

/** A moment of a request; null is no bound. */
export function toDate(moment: Timestamp | null): Date | null {
  return moment === null ? null : new Date(moment);
}

/** The request with its window as it is stored; a bound that is left out stays left out. */
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
