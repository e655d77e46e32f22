import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { linkSubject } from '../../catalog/definition/link-subject.js';
import type { ReviewedSubject } from '../../catalog/definition/outcome.js';
import { namesPage } from '../../catalog/definition/proven-action.js';
import type { CheckedEntry } from '../entry/quest-entry.js';

/**
 * What an attempt is proven by if people decide it: the linked account of the platform, and the post or page handed in.
 */
export function reviewedSubjects(
  { type, quest: { method, config } }: CheckedEntry,
  inputs: JsonObject,
  account: ReviewedSubject | undefined,
): ReviewedSubject[] {
  if (method === 'platform_api') return [];
  const pages = ['postUrl', 'link', 'certificateUrl'].flatMap((name) => {
    const address = inputs[name];
    if (typeof address !== 'string') return [];
    // The page that the quest names is the work of no earner.
    const reserved = type.sharesLinks !== true && !namesPage(config, address);
    return [{ ...linkSubject(address), handle: null, reserved }];
  });
  return [...(account === undefined ? [] : [account]), ...pages];
}
