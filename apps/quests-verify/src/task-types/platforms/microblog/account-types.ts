import { fieldError } from '@questp/messages/language';
import { hashtags } from '../../../catalog/definition/common-fields.js';
import { line, object } from '../../../catalog/definition/json-schema.js';
import { screenshot } from '../../../catalog/definition/proven-action.js';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import { ANY_PERIOD, defineTaskType } from '../../../catalog/definition/task-type.js';
import {
  accountTarget,
  act,
  common,
  EXAMPLE_POST,
  once,
  postErrors,
  postIdOf,
  postTarget,
  targetAccount,
  targetPost,
} from './fields.js';
import { accountSubject } from './post-rule.js';
import { carries, contains } from './text-rule.js';

const passIf = (account: { accountId: string } | null, isDone: boolean, detail: string): Outcome =>
  account !== null && isDone
    ? { kind: 'pass', subjects: [accountSubject(account.accountId)] }
    : { kind: 'fail', code: 'ACTION_NOT_FOUND', detail };

const follow = defineTaskType({
  ...common,
  ...once,
  id: 'social_microblog_follow',
  name: 'Follow',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  config: object(targetAccount('Account to follow, without @.'), ['handle']),
  target: accountTarget,
  facts: {
    microblogFollow: ({ handle, accountId }) => ({
      handle,
      ...(accountId !== undefined && { followedId: accountId }),
    }),
  },
  rule: ({ handle }, _inputs, { microblogFollow }) =>
    passIf(
      microblogFollow,
      microblogFollow?.isFollowing === true,
      `Your linked account does not follow @${microblogFollow?.handle ?? handle}.`,
    ),
  exampleConfig: { handle: 'orbit_hq' },
});

const like = defineTaskType({
  ...common,
  ...act,
  // 2: no earner is refused when only the latest likes were read.
  ruleVersion: 2,
  id: 'social_microblog_like',
  name: 'Like',
  automation: { level: 'semi' },
  config: object(targetPost, ['postUrl']),
  checkConfig: postErrors,
  target: postTarget,
  facts: { microblogLike: ({ postUrl }) => ({ postId: postIdOf(postUrl) }), evidence: screenshot },
  rule: (_config, _inputs, { microblogLike }) =>
    microblogLike?.isComplete === false && !microblogLike.isLiked
      ? { kind: 'review', detail: 'Not among the latest 200 posts that you liked; older likes are not read.' }
      : passIf(microblogLike, microblogLike?.isLiked === true, 'Your linked account does not like the post.'),
  exampleConfig: { postUrl: EXAMPLE_POST },
});

const bio = defineTaskType({
  ...common,
  ...once,
  periods: ANY_PERIOD,
  id: 'social_microblog_bio',
  name: 'Bio / Display Name',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  config: object(
    {
      bioContains: line('Text the bio, or the link of the profile, contains as people see it, in any case.', 160),
      displayNameContains: line('Text the display name contains, in any case.', 50),
    },
    [],
    { minProperties: 1 },
  ),
  facts: {
    microblogProfile: ({ bioContains }) => ({ part: 'bio', ...(bioContains !== undefined && { text: bioContains }) }),
  },
  rule: ({ bioContains = '', displayNameContains = '' }, _inputs, { microblogProfile }) => {
    const { description = '', name = '' } = microblogProfile ?? {};
    const isDone = contains(description, bioContains) && contains(name, displayNameContains);
    return passIf(microblogProfile, isDone, 'The bio or the display name of your linked account lacks the text.');
  },
  exampleConfig: { bioContains: 'Orbit' },
});

const pin = defineTaskType({
  ...common,
  ...once,
  periods: ANY_PERIOD,
  id: 'social_microblog_pin',
  name: 'Pinned Post',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  config: object({
    ...targetPost,
    hashtags: hashtags('Instead of one post: hashtags the pinned post carries, all of them.'),
  }),
  checkConfig: (config) =>
    config.postUrl === undefined && config.hashtags === undefined
      ? [fieldError('', 'REQUIRED', {}, 'Name a post or hashtags.')]
      : postErrors(config),
  target: postTarget,
  facts: { microblogProfile: ({ hashtags }) => ({ part: 'pinned', hashtags: hashtags ?? [] }) },
  rule: ({ postUrl, hashtags }, _inputs, { microblogProfile }) => {
    const pinned = microblogProfile?.pinned ?? null;
    const target = postUrl === undefined ? undefined : postIdOf(postUrl);
    const isIt = pinned !== null && (pinned.postId === target || pinned.quotes === target);
    const isTagged = pinned !== null && hashtags !== undefined && carries(pinned.hashtags, hashtags);
    return passIf(
      microblogProfile,
      isIt || isTagged,
      'The pinned post of your linked account is not the one asked for.',
    );
  },
  exampleConfig: { postUrl: EXAMPLE_POST },
});

/** Types that the state of the earner's account completes. */
export const accountTypes = [follow, like, bio, pin];
