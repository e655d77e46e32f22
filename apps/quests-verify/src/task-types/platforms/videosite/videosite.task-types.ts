import { defineFamily } from '../../family/define-family.js';
import { FORMS } from '@questp/messages/language';
import { text, NOTHING, httpUrl, object } from '../../../catalog/definition/json-schema.js';
import { reviewedLink } from '../../../catalog/definition/reviewed-proof.js';
import { defineTaskType, ONCE, unavailable } from '../../../catalog/definition/task-type.js';
import { visitType } from '../../visit/visit-type.js';

const videoUrl = httpUrl('Address of the video.');
const notBuilt = unavailable('the video site integration');

/** Spec 2.4 "videosite". */
export const videosite = defineFamily({
  types: [
    defineTaskType({
      id: 'social_videosite_subscribe',
      name: 'Subscribe',
      category: 'social',
      automation: { level: 'automatic' },
      methods: ['platform_api'],
      periods: ONCE,
      config: object({ channelId: text('Id of the channel.', 64, { pattern: FORMS.token_text.pattern.source }) }, [
        'channelId',
      ]),
      inputs: NOTHING,
      ...notBuilt,
    }),
    defineTaskType({
      id: 'social_videosite_like',
      name: 'Like',
      category: 'social',
      automation: { level: 'semi' },
      methods: ['platform_api', 'manual'],
      periods: ONCE,
      config: object({ videoUrl }, ['videoUrl']),
      inputs: NOTHING,
      ...notBuilt,
    }),
    defineTaskType({
      ...reviewedLink({ videoUrl }, ['videoUrl'], { videoUrl: 'https://video.example.org/watch/1' }),
      id: 'social_videosite_comment',
      name: 'Comment',
      category: 'social',
      automation: { level: 'manual' },
    }),
    visitType({
      id: 'social_videosite_visit_channel',
      name: 'Visit Channel',
      category: 'social',
      automation: { level: 'semi' },
    }),
  ],
});
