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

/** A post of the earner since the campaign started is what was wanted, with the text and all hashtags. */
export function ownPost(
  { microblogPosts, startsAt }: Facts<'microblogPosts'>,
  { does, isIt, requiredText = '', hashtags = [] }: WantedPost,
): Outcome {
  const { accountId = '', posts = [], isComplete = true } = microblogPosts ?? {};
  const found = posts.filter((post) => (startsAt === null || Date.parse(post.at) >= startsAt.getTime()) && isIt(post));
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
