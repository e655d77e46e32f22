import { defineFamily } from '../../family/define-family.js';
import { NOTHING, object } from '../../../catalog/definition/json-schema.js';
import { reviewedLink, targetUrl } from '../../../catalog/definition/reviewed-proof.js';
import { ONCE, unavailable } from '../../../catalog/definition/task-type.js';
import { visitParts } from '../../visit/visit-parts.js';

/** Spec 2.4 "launchsite". */
export const launchsite = defineFamily({
  types: [
    {
      id: 'social_launchsite_upvote',
      name: 'Upvote',
      category: 'social',
      automation: { level: 'semi' },
      methods: ['hybrid', 'manual'],
      periods: ONCE,
      configSchema: object({ targetUrl }, ['targetUrl']),
      inputSchema: NOTHING,
      ...unavailable('the launch site integration'),
    },
    {
      ...reviewedLink({ targetUrl }, ['targetUrl'], { targetUrl: 'https://launch.example.org/products/orbit' }),
      id: 'social_launchsite_comment',
      name: 'Comment',
      category: 'social',
      automation: { level: 'manual' },
    },
    {
      ...visitParts,
      id: 'social_launchsite_visit',
      name: 'Visit',
      category: 'social',
      automation: { level: 'manual' },
    },
  ],
});
