import { contract } from '../language/contract/contract.js';
import { Count, Flag, Id, OneOf, Text, enumeration } from '../language/fields/index.js';

/**
 * - page: an HTML page was read.
 * - other: another answer, such as an error, a file, or a redirect to another host.
 * - unreachable: no answer in time, or one that is too large.
 * - not_allowed: the address is not one of a public host over https.
 */
export const PAGE_OUTCOMES = enumeration('PageOutcome', ['page', 'other', 'unreachable', 'not_allowed']);
export type PageOutcome = (typeof PAGE_OUTCOMES)[number];

class ReadPageRequest {
  @Id({ description: 'The quest for which the page is read' })
  questId!: string;

  @Text({ max: 2048, storable: false, description: 'Address that an earner handed in' })
  url!: string;

  @Text({ max: 100, description: 'Text that is looked for in the page, in any case' })
  text!: string;
}

export class PageReading {
  @OneOf(PAGE_OUTCOMES)
  outcome!: PageOutcome;

  @Count({ nullable: true, description: 'HTTP status; null: no answer' })
  status!: number | null;

  @Flag({ description: 'The page contains the text' })
  hasText!: boolean;
}

/** Reads a page once, and returns nothing of it but whether it contains a text. */
export const readPage = contract({
  subject: 'integrations.pages.read',
  callers: ['quests-verify'],
  request: ReadPageRequest,
  reply: PageReading,
  reads: true,
});
