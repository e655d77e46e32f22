import { readLaunchsitePost, type LaunchsitePost } from '@questp/messages/integrations';
import { fieldError, type FieldError } from '@questp/messages/language';
import type { VerificationMethod } from '@questp/messages/quests';
import { httpUrl, line, object, shown, type JsonObject } from '../../../catalog/definition/json-schema.js';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import { actionProof, provenAction, screenshot } from '../../../catalog/definition/proven-action.js';
import { reviewedLinkOrCheck, targetUrl } from '../../../catalog/definition/reviewed-proof.js';
import { defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { defineFamily } from '../../family/define-family.js';
import { visitType } from '../../visit/visit-type.js';
import { platformCheck } from '../platform-check.js';

const POST_URL =
  /^https?:\/\/(?:www\.)?producthunt\.com\/(?:posts|products\/[\w-]{1,100}\/launches)\/([\w-]{1,100})(?:[/?#]|$)/i;

const slugOf = (url: string): string | undefined => POST_URL.exec(url)?.[1]?.toLowerCase();

const post = {
  targetUrl,
  postName: shown(line('Name of the post; looked up.', 100)),
  postPictureUrl: shown(httpUrl('Picture of the post; looked up.')),
};
const examplePost = { targetUrl: 'https://www.producthunt.com/posts/orbit' };

/** A reviewer can decide about any page; the launch site is asked about posts alone. */
const postErrors = ({ targetUrl }: { targetUrl: string }, method: VerificationMethod): FieldError[] =>
  method === 'manual' || slugOf(targetUrl) !== undefined
    ? []
    : [fieldError('/targetUrl', 'NOT_ALLOWED', {}, 'It has to be the address of a post at the launch site.')];

const onPost = {
  ...platformCheck,
  category: 'social',
  checkConfig: postErrors,
  target: {
    pointer: '/targetUrl',
    contract: readLaunchsitePost,
    ask: ({ targetUrl }: { targetUrl: string }) => {
      const slug = slugOf(targetUrl);
      return slug === undefined ? undefined : { slug };
    },
    resolved: (config: JsonObject, { postName, postPictureUrl }: LaunchsitePost) => ({
      ...config,
      postName,
      ...(postPictureUrl !== null && { postPictureUrl }),
    }),
  },
} as const;

const passed = (accountId: string): Outcome => ({
  kind: 'pass',
  subjects: [{ kind: 'account', subject: `launchsite/${accountId}` }],
});
const failed = (detail: string): Outcome => ({ kind: 'fail', code: 'ACTION_NOT_FOUND', detail });

const upvote = defineTaskType({
  ...onPost,
  ...provenAction,
  id: 'social_launchsite_upvote',
  name: 'Upvote',
  automation: { level: 'semi' },
  methods: ['hybrid', 'platform_api', 'manual'],
  periods: ONCE,
  config: object(post, ['targetUrl']),
  inputs: object(actionProof),
  facts: { launchsiteVote: ({ targetUrl }) => ({ slug: slugOf(targetUrl) ?? '' }), evidence: screenshot },
  rule: (_config, _inputs, { launchsiteVote }) =>
    launchsiteVote?.isVoted === true
      ? passed(launchsiteVote.accountId)
      : failed('Your linked account has not voted for the post.'),
  exampleConfig: examplePost,
});

const comment = defineTaskType({
  ...reviewedLinkOrCheck(post, ['targetUrl'], examplePost),
  ...onPost,
  id: 'social_launchsite_comment',
  name: 'Comment',
  automation: { level: 'manual' },
  facts: { launchsiteComment: ({ targetUrl }) => ({ slug: slugOf(targetUrl) ?? '' }) },
  // 2: no earner is refused when only the latest comments were read.
  ruleVersion: 2,
  rule: (_config, _inputs, { launchsiteComment }) => {
    const { accountId = '', commentId = null, isComplete = true } = launchsiteComment ?? {};
    if (commentId !== null) {
      return { ...passed(accountId), usesOneOf: [{ kind: 'post', subject: `launchsite/${commentId}` }] };
    }
    return isComplete
      ? failed('There is no comment of your linked account on the post; replies to comments are not read.')
      : { kind: 'review', detail: 'Not among the latest 60 comments of the post; older ones are not read.' };
  },
});

/** Spec 2.4 "launchsite". */
export const launchsite = defineFamily({
  types: [
    upvote,
    comment,
    visitType({
      id: 'social_launchsite_visit',
      name: 'Visit',
      category: 'social',
      automation: { level: 'manual' },
    }),
  ],
});
