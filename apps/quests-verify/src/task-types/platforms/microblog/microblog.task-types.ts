import { defineFamily } from '../../family/define-family.js';
import { FORMS } from '@questp/messages/language';
import {
  count,
  handle,
  hashtags,
  instructions,
  postUrl,
  requiredText,
} from '../../../catalog/definition/common-fields.js';
import { codeErrors, secretCode } from '../../secret-code/code-fields.js';
import { httpUrl, integer, line, list, object, text, withDefault } from '../../../catalog/definition/json-schema.js';
import { ANY_PERIOD, defineTaskType, ONCE, unavailable } from '../../../catalog/definition/task-type.js';

const common = { category: 'social', periods: ANY_PERIOD, ...unavailable('the microblog integration') } as const;
const hybrid = { methods: ['hybrid', 'manual'] } as const;
const proof = object({ postUrl });
const requiredProof = object({ postUrl }, ['postUrl']);
const target = object({ postUrl }, ['postUrl']);
const spaceId = text('Id of the Space.', 32, { pattern: FORMS.letters_and_digits.pattern.source });
const time = (description: string) => text(description, 40, { format: 'date-time' });

/** Spec 2.4 "Social, microblog", 3 behaviour 4 and the check rules of 4.2. */
export const microblog = defineFamily({
  types: [
    defineTaskType({
      ...common,
      id: 'social_microblog_follow',
      name: 'Follow',
      automation: { level: 'automatic' },
      methods: ['platform_api'],
      periods: ONCE,
      config: object({ handle: handle('Account to follow, without @.') }, ['handle']),
      inputs: object({}),
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_like',
      name: 'Like',
      automation: { level: 'semi' },
      ...hybrid,
      periods: ONCE,
      config: target,
      inputs: object({}),
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_retweet',
      name: 'Repost',
      automation: { level: 'semi' },
      ...hybrid,
      periods: ONCE,
      config: target,
      inputs: object({}),
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_comment',
      name: 'Comment',
      automation: { level: 'semi' },
      ...hybrid,
      config: object({ postUrl, requiredText, hashtags: hashtags('Hashtags the comment carries.') }, ['postUrl']),
      inputs: proof,
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_thread',
      name: 'Thread',
      automation: { level: 'review' },
      methods: ['manual'],
      config: object(
        {
          instructions,
          minPosts: withDefault(integer('Least number of posts in the thread.', 2, 50), 3),
          hashtags: hashtags('Hashtags the thread carries.'),
        },
        ['instructions'],
      ),
      inputs: requiredProof,
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_hashtag',
      name: 'Hashtag Post',
      automation: { level: 'semi' },
      ...hybrid,
      config: object({ hashtags: hashtags('Hashtags the post carries, all of them.'), requiredText }, ['hashtags']),
      inputs: proof,
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_meme',
      name: 'Meme / Creative Post',
      automation: { level: 'review' },
      methods: ['manual'],
      config: object({ instructions, hashtags: hashtags('Hashtags the post carries.') }, ['instructions']),
      inputs: requiredProof,
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_hashtag_ai',
      name: 'Hashtag + AI Verify',
      automation: { level: 'review' },
      methods: ['ai_verify', 'hybrid_ai', 'manual'],
      config: object({ instructions, hashtags: hashtags('Hashtags the post carries, all of them.') }, [
        'instructions',
        'hashtags',
      ]),
      inputs: requiredProof,
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_quote',
      name: 'Quote Post',
      automation: { level: 'semi', hint: 'hybrid' },
      ...hybrid,
      config: target,
      inputs: proof,
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_mention',
      name: 'Mention',
      automation: { level: 'semi', hint: 'hybrid' },
      ...hybrid,
      config: object(
        {
          handle: handle('Account to mention, without @.'),
          requiredText,
          hashtags: hashtags('Hashtags the post carries, all of them.'),
        },
        ['handle'],
      ),
      inputs: proof,
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_bio',
      name: 'Bio / Display Name',
      automation: { level: 'automatic' },
      methods: ['platform_api'],
      config: object(
        {
          bioContains: line('Text the bio contains, in any case.', 160),
          displayNameContains: line('Text the display name contains, in any case.', 50),
        },
        [],
        { minProperties: 1 },
      ),
      inputs: object({}),
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_pin',
      name: 'Pinned Post',
      automation: { level: 'automatic' },
      methods: ['platform_api'],
      config: object(
        { postUrl, hashtags: hashtags('Instead of one post: hashtags the pinned post carries, all of them.') },
        [],
        { minProperties: 1 },
      ),
      inputs: object({}),
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_space_attend',
      name: 'Join a live audio Space',
      automation: { level: 'automatic', hint: 'live code' },
      methods: ['platform_api'],
      periods: ONCE,
      config: object(
        {
          spaceId,
          code: secretCode('Code the host speaks live.'),
          startsAt: time('Start of the window that holds while the Space cannot be read.'),
          endsAt: time('End of that window.'),
          graceMinutes: withDefault(integer('Minutes after the end in which the code still counts.', 0, 120), 15),
        },
        ['spaceId', 'code', 'startsAt', 'endsAt'],
      ),
      inputs: object({ code: line('The code heard in the Space.', 100) }, ['code']),
      redactedInputs: ['code'],
      checkConfig: codeErrors,
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_space_speak',
      name: 'Speak in a Space',
      automation: { level: 'semi', hint: 'hybrid' },
      ...hybrid,
      periods: ONCE,
      config: object({ spaceId }, ['spaceId']),
      inputs: object({}),
    }),
    defineTaskType({
      ...common,
      id: 'social_microblog_space_host',
      name: 'Host a Space',
      automation: { level: 'semi', hint: 'hybrid' },
      ...hybrid,
      config: object({
        titleKeywords: list('Words the title contains, all of them.', line('A word.', 50), 10),
        minListeners: count('Least number of listeners.', 1_000_000),
      }),
      inputs: object({ spaceUrl: httpUrl('Address of the hosted Space.') }, ['spaceUrl']),
    }),
  ],
});
