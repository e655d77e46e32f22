import type { FileReader } from '@questp/messages/language';
import { CallerSlots } from '@questp/service';

/** Transfers of one kind at a time in this process; callers with and without a token are counted separately. */
const MAX_READERS = 1_000;
const RETRY_AFTER = 1;

/** Gateways of the previous version do not send the reader. */
const UNKNOWN: FileReader = { caller: 'unknown', isAnonymous: true, headersOnly: false, knownEtags: [] };

/**
 * Slots for readers of one kind of file, from the ticket to the last byte. Each caller has a limit, and callers without
 * a token cannot take the slots of those with one.
 */
export class FileReaders {
  private readonly anonymous: CallerSlots;
  private readonly known: CallerSlots;

  constructor(perCaller: number) {
    this.anonymous = new CallerSlots(perCaller, MAX_READERS, RETRY_AFTER);
    this.known = new CallerSlots(perCaller, MAX_READERS, RETRY_AFTER);
  }

  /**
   * Takes a slot and returns the function that releases it; undefined when the reader needs no bytes.
   * @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE
   */
  admit(reader: FileReader = UNKNOWN, etag?: string): (() => void) | undefined {
    const { caller, isAnonymous, headersOnly, knownEtags } = reader;
    const hasIt = etag !== undefined && (knownEtags.includes(etag) || knownEtags.includes('*'));
    if (headersOnly || hasIt) return undefined;
    return (isAnonymous ? this.anonymous : this.known).take(caller);
  }
}
