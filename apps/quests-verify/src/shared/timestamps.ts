import type { Timestamp } from '@questp/messages/language';

/** Null stays null. */
export function iso(date: Date): Timestamp;
export function iso(date: Date | null): Timestamp | null;
export function iso(date: Date | null): Timestamp | null {
  return date === null ? null : date.toISOString();
}
