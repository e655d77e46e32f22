import { hashtags, postUrl, requiredText } from '../../../catalog/definition/common-fields.js';
import { object } from '../../../catalog/definition/json-schema.js';
import { screenshot } from '../../../catalog/definition/proven-action.js';
import { defineTaskType } from '../../../catalog/definition/task-type.js';
import {
  accountTarget,
  act,
  common,
  EXAMPLE_POST,
  EXAMPLE_PROOF,
  hybrid,
  postErrors,
  postIdOf,
  postTarget,
  targetAccount,
  targetPost,
} from './fields.js';
import { ownPost } from './post-rule.js';

/** 2: posts from after the period or the campaign do not count. */
const ruleVersion = 2;

/** The address of the post is for a reviewer, who needs it; a check finds the post itself. */
const posting = {
  ...common,
  ...hybrid,
  ruleVersion,
  inputs: object({ postUrl }),
  proof: ['postUrl'],
  checkInputs: (_config: object, inputs: { postUrl?: string }) => postErrors(inputs),
  exampleInputs: EXAMPLE_PROOF,
} as const;
const aboutPost = { checkConfig: postErrors, target: postTarget } as const;

const repost = defineTaskType({
  ...common,
  ...act,
  ...aboutPost,
  ruleVersion,
  id: 'social_microblog_retweet',
  name: 'Repost',
  automation: { level: 'semi' },
  config: object(targetPost, ['postUrl']),
  facts: { microblogPosts: ({ postUrl }) => ({ kind: 'repost', refersTo: postIdOf(postUrl) }), evidence: screenshot },
  rule: ({ postUrl }, _inputs, facts) =>
    ownPost(facts, { does: 'reposts the post', isIt: ({ refersTo }) => refersTo === postIdOf(postUrl) }),
  exampleConfig: { postUrl: EXAMPLE_POST },
});

const quote = defineTaskType({
  ...posting,
  ...aboutPost,
  id: 'social_microblog_quote',
  name: 'Quote Post',
  automation: { level: 'semi', hint: 'hybrid' },
  config: object(targetPost, ['postUrl']),
  facts: { microblogPosts: ({ postUrl }) => ({ kind: 'quote', refersTo: postIdOf(postUrl) }) },
  rule: ({ postUrl }, _inputs, facts) =>
    ownPost(facts, { does: 'quotes the post', isIt: ({ refersTo }) => refersTo === postIdOf(postUrl) }),
  exampleConfig: { postUrl: EXAMPLE_POST },
});

const comment = defineTaskType({
  ...posting,
  ...aboutPost,
  id: 'social_microblog_comment',
  name: 'Comment',
  automation: { level: 'semi' },
  config: object({ ...targetPost, requiredText, hashtags: hashtags('Hashtags the comment carries.') }, ['postUrl']),
  facts: {
    microblogPosts: ({ postUrl, requiredText, hashtags }) => ({
      kind: 'reply',
      refersTo: postIdOf(postUrl),
      ...(requiredText !== undefined && { text: requiredText }),
      ...(hashtags && { hashtags }),
    }),
  },
  rule: ({ postUrl, requiredText, hashtags }, _inputs, facts) =>
    ownPost(facts, {
      does: 'answers the post',
      isIt: ({ refersTo }) => refersTo === postIdOf(postUrl),
      requiredText,
      hashtags,
    }),
  exampleConfig: { postUrl: EXAMPLE_POST, hashtags: ['Orbit'] },
});

const mention = defineTaskType({
  ...posting,
  id: 'social_microblog_mention',
  name: 'Mention',
  automation: { level: 'semi', hint: 'hybrid' },
  config: object(
    {
      ...targetAccount('Account to mention, without @.'),
      requiredText,
      hashtags: hashtags('Hashtags the post carries, all of them.'),
    },
    ['handle'],
  ),
  target: accountTarget,
  facts: {
    microblogPosts: ({ handle, accountId, requiredText, hashtags }) => ({
      kind: 'original',
      mentions: handle,
      ...(requiredText !== undefined && { text: requiredText }),
      ...(accountId !== undefined && { mentionsId: accountId }),
      ...(hashtags && { hashtags }),
    }),
  },
  rule: ({ handle, requiredText, hashtags }, _inputs, facts) =>
    ownPost(facts, { does: `mentions @${handle}`, isIt: ({ isMention }) => isMention, requiredText, hashtags }),
  exampleConfig: { handle: 'orbit_hq', hashtags: ['Orbit'] },
});

const hashtag = defineTaskType({
  ...posting,
  id: 'social_microblog_hashtag',
  name: 'Hashtag Post',
  automation: { level: 'semi' },
  config: object({ hashtags: hashtags('Hashtags the post carries, all of them.'), requiredText }, ['hashtags']),
  facts: {
    microblogPosts: ({ hashtags, requiredText }) => ({
      kind: 'original',
      hashtags,
      ...(requiredText !== undefined && { text: requiredText }),
    }),
  },
  rule: ({ hashtags, requiredText }, _inputs, facts) =>
    ownPost(facts, {
      does: 'carries one of the hashtags',
      isIt: (post) => post.hashtags.length > 0,
      requiredText,
      hashtags,
    }),
  exampleConfig: { hashtags: ['Orbit'] },
});

/** Types that a post of the earner completes (spec 4.2, check rules). */
export const postTypes = [repost, quote, comment, mention, hashtag];
