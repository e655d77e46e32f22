import { FORMS, fieldError, type FieldError } from '@questp/messages/language';
import {
  readVideositeChannel,
  readVideositeVideo,
  type VideositeChannel,
  type VideositeVideo,
} from '@questp/messages/integrations';
import {
  httpUrl,
  line,
  NOTHING,
  object,
  shown,
  text,
  type JsonObject,
} from '../../../catalog/definition/json-schema.js';
import type { Outcome } from '../../../catalog/definition/outcome.js';
import { actionProof, provenAction, screenshot } from '../../../catalog/definition/proven-action.js';
import { reviewedLinkOrCheck } from '../../../catalog/definition/reviewed-proof.js';
import { defineTaskType, ONCE } from '../../../catalog/definition/task-type.js';
import { defineFamily } from '../../family/define-family.js';
import { visitType } from '../../visit/visit-type.js';
import { platformCheck } from '../platform-check.js';

const common = { category: 'social', periods: ONCE, inputs: NOTHING, exampleInputs: {}, ...platformCheck } as const;

const VIDEO_URL =
  /^https?:\/\/(?:(?:www|m)\.)?(?:youtube\.com\/(?:watch\?(?:[^#]*&)?v=|shorts\/|live\/)|youtu\.be\/)([\w-]{11})(?:[&?#/]|$)/i;

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

const subscribe = defineTaskType({
  ...common,
  id: 'social_videosite_subscribe',
  name: 'Subscribe',
  automation: { level: 'automatic' },
  methods: ['platform_api'],
  config: object(
    {
      channelId: text('Id of the channel.', 64, { pattern: FORMS.token_text.pattern.source }),
      channelTitle: shown(line('Title of the channel; looked up.', 200)),
      channelPictureUrl: shown(httpUrl('Picture of the channel; looked up.')),
    },
    ['channelId'],
  ),
  target: {
    pointer: '/channelId',
    contract: readVideositeChannel,
    ask: ({ channelId }: { channelId: string }) => ({ channelId }),
    resolved: (config: JsonObject, found: VideositeChannel) => ({ ...config, ...withoutNulls(found) }),
    // Only the look-up needs the API key, which is optional; the check uses the account of the earner.
    isOptional: true,
  },
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
  target: { ...videoTarget, isOptional: true },
  facts: { videositeLike: ({ videoUrl }) => ({ videoId: videoIdOf(videoUrl) }), evidence: screenshot },
  rule: (_config, _inputs, { videositeLike }) =>
    passIf(videositeLike, 'The video is not among the latest 150 that your linked account liked.'),
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
  rule: (_config, _inputs, { videositeComment }) =>
    videositeComment !== null && videositeComment.commentId !== null
      ? {
          ...passed(videositeComment.accountId),
          usesOneOf: [{ kind: 'post', subject: `videosite/${videositeComment.commentId}` }],
        }
      : failed('There is no comment of your linked account among the latest 300 of the video.'),
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
