import type { FactValues } from '../../catalog/definition/facts.js';
import type { Outcome } from '../../catalog/definition/outcome.js';

type Page = NonNullable<FactValues['submittedPage']>;

interface PageConfig {
  requireCode: boolean;
}

/**
 * A page that has the code of the earner proves the work if the quest requires the code. Otherwise a reviewer decides
 * and sees the result: a slow page, or one that a browser renders, has no code that this platform could read.
 */
export function pageOutcome(
  { requireCode }: PageConfig,
  { link }: { link?: string },
  { submittedPage: page, earnerCode }: Pick<FactValues, 'submittedPage' | 'earnerCode'>,
): Extract<Outcome, { kind: 'pass' | 'review' }> {
  if (link === undefined || page === null || earnerCode === null) return { kind: 'review' };
  if (!requireCode) return { kind: 'review', detail: seen(page) };
  if (isRepeated(link, earnerCode)) return { kind: 'review', detail: 'The address itself contains the code.' };
  return page.outcome === 'page' && page.hasCode
    ? { kind: 'pass' }
    : {
        kind: 'review',
        detail: page.outcome === 'page' ? 'The page does not contain the code of the earner.' : seen(page),
      };
}

function seen({ outcome, status }: Page): string {
  switch (outcome) {
    case 'page':
      return 'The link leads to a page.';
    case 'other':
      return `The link leads to no page: it was answered with status ${status}.`;
    case 'unreachable':
      return 'The link could not be read.';
    case 'not_allowed':
      return 'The link is not read: it does not lead to a public host over https.';
  }
}

/** True for an address with the code in it: a search page shows whatever its address contains. */
const isRepeated = (link: string, code: string): boolean =>
  [link, decoded(link), decoded(decoded(link))].some((text) =>
    text
      .toLowerCase()
      .replace(/[^0-9a-f]/g, '')
      .includes(code),
  );

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
