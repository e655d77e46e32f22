import { fieldError, type FieldError } from '@questp/messages/language';
import { text } from '../../catalog/definition/json-schema.js';
import { namesPage } from '../../catalog/definition/proven-action.js';
import { reviewedLink, targetUrl } from '../../catalog/definition/reviewed-proof.js';
import { defineTaskType } from '../../catalog/definition/task-type.js';
import { visitType } from './visit-type.js';

const share = reviewedLink({ targetUrl, suggestedText: text('Text the earner may share along.', 500) }, ['targetUrl'], {
  targetUrl: 'https://example.org/launch',
  suggestedText: 'We are live.',
});

/** The address that is shared proves no share of it. */
function shareErrors(config: { targetUrl: string; allowedDomains?: string[] }, inputs: { link: string }): FieldError[] {
  const errors = share.checkInputs(config, inputs);
  return namesPage({ targetUrl: config.targetUrl }, inputs.link)
    ? [...errors, fieldError('/link', 'NOT_ALLOWED', {}, 'Hand in the address of your share.')]
    : errors;
}

/** Spec 2.4 "URL": visiting a link, and sharing one with a link to the share as proof. */
export const urlTaskTypes = [
  visitType({
    id: 'engagement_url_visit',
    name: 'Visit URL',
    category: 'engagement',
    automation: { level: 'semi' },
  }),
  defineTaskType({
    ...share,
    checkInputs: shareErrors,
    id: 'engagement_url_share',
    name: 'Share URL',
    category: 'engagement',
    automation: { level: 'manual' },
  }),
];
