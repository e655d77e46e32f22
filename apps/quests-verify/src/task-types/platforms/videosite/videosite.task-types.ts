import { FORMS, fieldError, type FieldError } from '@questp/messages/language';
import {
  readVideositeChannel,
  readVideositeVideo,
  type VideositeChannel,
  type VideositeVideo,
} from '@questp/messages/integrations';
import { httpUrl, line, NOTHING, object, shown, type JsonObject } from '../../../catalog/definition/json-schema.js';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import { actionProof, provenAction, screenshot } from '../../../catalog/definition/proven-action.js';
import { reviewedLinkOrCheck } from '../../../catalog/definition/reviewed-proof.js';
import { defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { defineFamily } from '../../family/define-family.js';
import { visitType } from '../../visit/visit-type.js';
import { platformCheck } from '../platform-check.js';

const common = { category: 'social', periods: ONCE, inputs: NOTHING, exampleInputs: {}, ...platformCheck } as const;

const VIDEO_URL =
  /^https?:\/\/(?:(?:(?:www|m|music)\.)?(?:youtube\.com\/(?:watch\?(?:[^#]*&)?v=|watch\/|shorts\/|live\/|embed\/|v\/)|youtu\.be\/)|(?:www\.)?youtube-nocookie\.com\/embed\/)([\w-]{11})(?:[&?#/]|$)/i;

/** @throws Error if it is not the URL of a video; `videoErrors` has refused it before */
function videoIdOf(videoUrl: string): string {
  const id = VIDEO_URL.exec(videoUrl)?.[1];
  if (id === undefined) throw new Error('The address of a video has no id');
  return id;
}

const videoErrors = ({ videoUrl }: { videoUrl: string }): FieldError[] =>
  VIDEO_URL.test(videoUrl)
    ? []
    : [fieldError('/videoUrl', 'NOT_ALLOWED', {}, 'It has to be the address of a video at the video site.')];

const video = {
  videoUrl: httpUrl('Address of the video.'),
  videoTitle: shown(line('Title of the video; looked up.', 200)),
  videoPictureUrl: shown(httpUrl('Picture of the video; looked up.')),
};
const exampleVideo = { videoUrl: 'https://www.youtube.com/watch?v=OrbitVideo1' };

const videoTarget = {
  pointer: '/videoUrl',
  contract: readVideositeVideo,
  ask: ({ videoUrl }: { videoUrl: string }) => ({ videoId: videoIdOf(videoUrl) }),
  resolved: (config: JsonObject, found: VideositeVideo) => ({ ...config, ...withoutNulls(found) }),
};

const withoutNulls = (members: object): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

const passed = (accountId: string): Outcome => ({
  kind: 'pass',
  subjects: [{ kind: 'account', subject: `videosite/${accountId}` }],
});
const failed = (detail: string): Outcome => ({ kind: 'fail', code: 'ACTION_NOT_FOUND', detail });
const passIf = (action: { accountId: string; isDone: boolean } | null, detail: string): Outcome =>
  action?.isDone === true ? passed(action.accountId) : failed(detail);

const noChannel = () =>
  fieldError('/channelId', 'NOT_ALLOWED', {}, 'It has to be the id, the handle or the address of a channel.');

const isChannelId = (text: string): boolean => text.length <= 64 && FORMS.token_text.pattern.test(text);

/**
 * Addresses of a channel: by its id, by its handle, and those of a time before handles. `/user/` has a name of its own;
 * that of `/c/`, and one without either, has become a handle.
 */
const CHANNEL_URL =
  /^(?:https?:\/\/)?(?:(?:www|m|music)\.)?youtube\.com\/(?:channel\/(?<id>[\w-]+)|(?<user>user\/[^/?#]+)|(?:@|c\/|(?!(?:channel|user|c|watch|shorts|live|embed|v|clip|post|playlist|feed|results|hashtag)(?:[/?#]|$)))(?<handle>[^/?#@]+))(?:[/?#]|$)/i;

/** As the look-up takes it; undefined: it names no channel. */
function channelIn(text: string): string | undefined {
  if (isChannelId(text) || /^@[^\s/]+$/.test(text)) return text;
  const { id, user, handle } = CHANNEL_URL.exec(text)?.groups ?? {};
  const named = id ?? user ?? (handle === undefined ? undefined : `@${handle}`);
  try {
    return named && decodeURIComponent(named);
  } catch {
    return undefined;
  }
}

const subscribe = defineTaskType({
  ...common,
  id: 'social_videosite_subscribe',
  name: 'Subscribe',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  config: object(
    {
      channelId: line('The channel: its id, `@` and its handle, or its address. It is stored as its id.', 200),
      channelTitle: shown(line('Title of the channel; looked up.', 200)),
      channelPictureUrl: shown(httpUrl('Picture of the channel; looked up.')),
    },
    ['channelId'],
  ),
  target: {
    pointer: '/channelId',
    contract: readVideositeChannel,
    ask: ({ channelId }: { channelId: string }) => ({ channelId: channelIn(channelId) }),
    resolved: (config: JsonObject, found: VideositeChannel) => ({ ...config, ...withoutNulls(found) }),
    // Only the look-up needs the API key, which is optional; the check uses the account of the earner, and the id.
    isOptional: ({ channelId }: { channelId: string }) => isChannelId(channelId),
  },
  checkConfig: ({ channelId }) => (channelIn(channelId) === undefined ? [noChannel()] : []),
  facts: { videositeSubscription: ({ channelId }) => ({ channelId }) },
  rule: (_config, _inputs, { videositeSubscription }) =>
    passIf(videositeSubscription, 'Your linked account does not subscribe to the channel.'),
  exampleConfig: { channelId: 'UCOrbitEmulatedChannel01' },
});

const like = defineTaskType({
  ...common,
  ...provenAction,
  inputs: object(actionProof),
  id: 'social_videosite_like',
  name: 'Like',
  automation: { level: 'semi' },
  methods: ['hybrid', 'platform_api', 'manual'],
  config: object(video, ['videoUrl']),
  checkConfig: videoErrors,
  target: { ...videoTarget, isOptional: () => true },
  facts: { videositeLike: ({ videoUrl }) => ({ videoId: videoIdOf(videoUrl) }), evidence: screenshot },
  ruleVersion: 2,
  rule: (_config, _inputs, { videositeLike }) =>
    videositeLike?.isDone === false && !videositeLike.isComplete
      ? {
          kind: 'review',
          detail: 'The video is not among the newest 150 that your account liked; older ones are not read.',
        }
      : passIf(videositeLike, 'Your linked account does not like the video.'),
  exampleConfig: exampleVideo,
});

const comment = defineTaskType({
  ...reviewedLinkOrCheck(video, ['videoUrl'], exampleVideo),
  ...platformCheck,
  id: 'social_videosite_comment',
  name: 'Comment',
  category: 'social',
  automation: { level: 'manual' },
  checkConfig: videoErrors,
  target: videoTarget,
  facts: { videositeComment: ({ videoUrl }) => ({ videoId: videoIdOf(videoUrl) }) },
  ruleVersion: 2,
  rule: (_config, _inputs, { videositeComment }) => {
    if (videositeComment !== null && videositeComment.commentId !== null) {
      return {
        ...passed(videositeComment.accountId),
        usesOneOf: [{ kind: 'post', subject: `videosite/${videositeComment.commentId}` }],
      };
    }
    return videositeComment?.isComplete === false
      ? { kind: 'review', detail: 'Your comment is not among the newest 300 of the video; older ones are not read.' }
      : failed('There is no comment of your linked account on the video in the time of the quest.');
  },
});

/** Spec 2.4 "videosite". */
export const videosite = defineFamily({
  types: [
    subscribe,
    like,
    comment,
    visitType({
      id: 'social_videosite_visit_channel',
      name: 'Visit Channel',
      category: 'social',
      automation: { level: 'semi' },
    }),
  ],
});
