import { defineFamily } from '../../family/define-family.js';
import { NOTHING, object } from '../../../catalog/definition/json-schema.js';
import { reviewedLink, targetUrl } from '../../../catalog/definition/reviewed-proof.js';
import { defineTaskType, ONCE, unavailable } from '../../../catalog/definition/task-type.js';
import { visitType } from '../../visit/visit-type.js';

/** Spec 2.4 "launchsite". */
export const launchsite = defineFamily({
  types: [
    defineTaskType({
      id: 'social_launchsite_upvote',
      name: 'Upvote',
      category: 'social',
      automation: { level: 'semi' },
      methods: ['hybrid', 'manual'],
      periods: ONCE,
      config: object({ targetUrl }, ['targetUrl']),
      inputs: NOTHING,
      ...unavailable('the launch site integration'),
    }),
    defineTaskType({
      ...reviewedLink({ targetUrl }, ['targetUrl'], { targetUrl: 'https://launch.example.org/products/orbit' }),
      id: 'social_launchsite_comment',
      name: 'Comment',
      category: 'social',
      automation: { level: 'manual' },
    }),
    visitType({
      id: 'social_launchsite_visit',
      name: 'Visit',
      category: 'social',
      automation: { level: 'manual' },
    }),
  ],
});
