import { text } from '../../catalog/definition/json-schema.js';
import { reviewedLink, targetUrl } from '../../catalog/definition/reviewed-proof.js';
import { defineTaskType } from '../../catalog/definition/task-type.js';
import { visitType } from './visit-type.js';

/** Spec 2.4 "URL": visiting a link, and sharing one with a link to the share as proof. */
export const urlTaskTypes = [
  visitType({
    id: 'engagement_url_visit',
    name: 'Visit URL',
    category: 'engagement',
    automation: { level: 'semi' },
  }),
  defineTaskType({
    ...reviewedLink({ targetUrl, suggestedText: text('Text the earner may share along.', 500) }, ['targetUrl'], {
      targetUrl: 'https://example.org/launch',
      suggestedText: 'We are live.',
    }),
    id: 'engagement_url_share',
    name: 'Share URL',
    category: 'engagement',
    automation: { level: 'manual' },
  }),
];
