import type { FileReader } from '@questp/messages/language';
import { Places } from '@questp/service';

/** Transfers of one kind at a time in this process, those of callers with a token and the others counted apart. */
const MOST = 1_000;
const RETRY_AFTER = 1;

/** A gateway of an older version says nothing of the reader. */
const UNKNOWN: FileReader = { caller: 'unknown', isAnonymous: true, headersOnly: false, knownEtags: [] };

/**
 * Places for files of one kind that are read, from the ticket to the last byte. A caller has a number of its own, and
 * callers without a token cannot take the places of those with one.
 */
export class FileReaders {
  private readonly anonymous: Places;
  private readonly known: Places;

  constructor(perCaller: number) {
    this.anonymous = new Places(perCaller, MOST, RETRY_AFTER);
    this.known = new Places(perCaller, MOST, RETRY_AFTER);
  }

  /**
   * Takes a place and returns the function that gives it back; undefined when the reader wants no bytes.
   * @throws AppError RATE_LIMITED, SERVICE_UNAVAILABLE
   */
  admit(reader: FileReader = UNKNOWN, etag?: string): (() => void) | undefined {
    const { caller, isAnonymous, headersOnly, knownEtags } = reader;
    const hasIt = etag !== undefined && (knownEtags.includes(etag) || knownEtags.includes('*'));
    if (headersOnly || hasIt) return undefined;
    return (isAnonymous ? this.anonymous : this.known).take(caller);
  }
}
