import { OneOf, Text, Whole, enumeration } from '../language/fields/index.js';

/** Sent at most once a minute per aggregate, with the last recorded data; see `note` in libs/events. */
export class Noted {
  @Whole({ min: 1, max: 2_147_483_647, description: 'Number of occurrences since the last event' })
  times!: number;
}

export const PARKED_DIRECTIONS = enumeration('ParkedDirection', ['in', 'out']);

export class EventParked extends Noted {
  @Text({ max: 64, description: 'Service that parked the event' })
  service!: string;

  @OneOf(PARKED_DIRECTIONS, { description: 'Whether applying or publishing the event failed' })
  direction!: (typeof PARKED_DIRECTIONS)[number];

  @Text({ max: 64, nullable: true, description: 'Type of the last parked event; null: unreadable' })
  type!: string | null;
}
