import { hashtags, instructions, postUrl } from '../../../catalog/definition/common-fields.js';
import type { Facts } from '../../../catalog/definition/facts.js';
import { integer, object, withDefault } from '../../../catalog/definition/json-schema.js';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import { defineTaskType } from '../../../catalog/definition/task-type.js';
import { common, EXAMPLE_PROOF, postErrors, postIdOf } from './fields.js';

/** A reviewer reads the post, which is the earner's own where an account is linked. */
const reviewed = {
  ...common,
  automation: { level: 'review' },
  inputs: object({ postUrl }, ['postUrl']),
  proof: ['postUrl'],
  checkInputs: (_config: object, inputs: { postUrl: string }) => postErrors(inputs),
  facts: {
    microblogAuthorship: (_config: object, { postUrl }: { postUrl: string }) => ({ postId: postIdOf(postUrl) }),
  },
  rule: (_config: object, _inputs: object, { microblogAuthorship }: Facts<'microblogAuthorship'>): Outcome =>
    microblogAuthorship?.isAuthor === false
      ? { kind: 'fail', code: 'ACTION_NOT_FOUND', detail: 'Your linked account did not write this post.' }
      : { kind: 'review' },
  exampleInputs: EXAMPLE_PROOF,
} as const;

const thread = defineTaskType({
  ...reviewed,
  id: 'social_microblog_thread',
  name: 'Thread',
  methods: ['manual'],
  config: object(
    {
      instructions,
      minPosts: withDefault(integer('Least number of posts in the thread.', 2, 50), 3),
      hashtags: hashtags('Hashtags the thread carries.'),
    },
    ['instructions'],
  ),
  exampleConfig: { instructions: 'Explain Orbit in a thread.' },
});

const meme = defineTaskType({
  ...reviewed,
  id: 'social_microblog_meme',
  name: 'Meme / Creative Post',
  methods: ['manual'],
  config: object({ instructions, hashtags: hashtags('Hashtags the post carries.') }, ['instructions']),
  exampleConfig: { instructions: 'Post a meme about Orbit.' },
});

const hashtagAi = defineTaskType({
  ...reviewed,
  id: 'social_microblog_hashtag_ai',
  name: 'Hashtag + AI Verify',
  methods: ['ai_verify', 'hybrid_ai', 'manual'],
  config: object({ instructions, hashtags: hashtags('Hashtags the post carries, all of them.') }, [
    'instructions',
    'hashtags',
  ]),
  exampleConfig: { instructions: 'Post what you like about Orbit.', hashtags: ['Orbit'] },
});

export const reviewedTypes = [thread, meme, hashtagAi];
