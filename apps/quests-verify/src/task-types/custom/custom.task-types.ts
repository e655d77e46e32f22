import { reviewedLinkOrText } from '../../catalog/definition/reviewed-proof.js';
import { defineTaskType } from '../../catalog/definition/task-type.js';
import { customRest } from './custom-rest.js';

/** Spec 2.4 "Custom": a project's own REST API, or its own reviewers. */
export const customTaskTypes = [
  customRest,
  defineTaskType({
    ...reviewedLinkOrText({}, ['instructions'], { instructions: 'Tell us what you would improve.' }),
    sharesLinks: true,
    id: 'custom_manual',
    name: 'Custom',
    category: 'custom',
    automation: { level: 'manual', hint: 'manual' },
  }),
];
