import type { OwnMicroblogPost } from '@questp/messages/integrations';
import type { Facts } from '../../../catalog/definition/facts.js';
import type { Outcome, Subject } from '../../../catalog/definition/outcome.js';
import { carries, contains } from './text-rule.js';

export interface WantedPost {
  /** Completes "None of your latest 200 posts since the campaign or the period started ...". */
  does: string;
  isIt: (post: OwnMicroblogPost) => boolean;
  requiredText?: string | undefined;
  hashtags?: readonly string[] | undefined;
}

export const accountSubject = (accountId: string): Subject => ({ kind: 'account', subject: `microblog/${accountId}` });

/**
 * Passes if the earner wrote a wanted post within the campaign and the period, with the required text and all hashtags.
 */
export function ownPost(
  { microblogPosts, startsAt, endsAt }: Facts<'microblogPosts'>,
  { does, isIt, requiredText = '', hashtags = [] }: WantedPost,
): Outcome {
  const { accountId = '', posts = [], isComplete = true } = microblogPosts ?? {};
  const found = posts.filter((post) => isWithin(Date.parse(post.at), startsAt, endsAt) && isIt(post));
  const complete = found.filter((post) => contains(post.text ?? '', requiredText) && carries(post.hashtags, hashtags));
  if (complete.length > 0) {
    return {
      kind: 'pass',
      subjects: [accountSubject(accountId)],
      usesOneOf: complete.map(({ postId }) => ({ kind: 'post', subject: `microblog/${postId}` })),
    };
  }
  if (!isComplete) {
    return { kind: 'review', detail: `None of your latest 200 posts ${does}, and older ones are not looked at.` };
  }
  const missing =
    found.length > 0
      ? `Your post ${does}, but it lacks the required text or a hashtag.`
      : `None of your latest 200 posts since the campaign or the period started ${does}.`;
  return { kind: 'fail', code: 'ACTION_NOT_FOUND', detail: missing };
}

const isWithin = (time: number, from: Date | null, until: Date | null): boolean =>
  (from === null || time >= from.getTime()) && (until === null || time < until.getTime());
