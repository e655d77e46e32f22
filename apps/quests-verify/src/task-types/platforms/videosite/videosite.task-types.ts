import { defineFamily } from '../../family/define-family.js';
import { FORMS } from '@questp/messages';
import { text, NOTHING, httpUrl, object } from '../../../catalog/definition/json-schema.js';
import { reviewedLink } from '../../../catalog/definition/reviewed-proof.js';
import { ONCE, unavailable } from '../../../catalog/definition/task-type.js';
import { visitParts } from '../../visit/visit-parts.js';

const videoUrl = httpUrl('Address of the video.');
const notBuilt = unavailable('the video site integration');

/** Spec 2.4 "videosite". */
export const videosite = defineFamily({
  types: [
    {
      id: 'social_videosite_subscribe',
      name: 'Subscribe',
      category: 'social',
      automation: { level: 'automatic' },
      methods: ['platform_api'],
      periods: ONCE,
      configSchema: object(
        { channelId: text('Id of the channel.', 64, { pattern: FORMS.token_text.pattern.source }) },
        ['channelId'],
      ),
      inputSchema: NOTHING,
      ...notBuilt,
    },
    {
      id: 'social_videosite_like',
      name: 'Like',
      category: 'social',
      automation: { level: 'semi' },
      methods: ['platform_api', 'manual'],
      periods: ONCE,
      configSchema: object({ videoUrl }, ['videoUrl']),
      inputSchema: NOTHING,
      ...notBuilt,
    },
    {
      ...reviewedLink({ videoUrl }, ['videoUrl'], { videoUrl: 'https://video.example.org/watch/1' }),
      id: 'social_videosite_comment',
      name: 'Comment',
      category: 'social',
      automation: { level: 'manual' },
    },
    {
      ...visitParts,
      id: 'social_videosite_visit_channel',
      name: 'Visit Channel',
      category: 'social',
      automation: { level: 'semi' },
    },
  ],
});
