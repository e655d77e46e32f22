import { defineFamily } from '../family/define-family.js';
import { FORMS } from '@questp/messages';
import { choice, list, NOTHING, object, text } from '../../catalog/definition/json-schema.js';
import { reviewedLinkOrText } from '../../catalog/definition/reviewed-proof.js';
import { secretMembers } from '../../catalog/definition/secret-members.js';
import { ANY_PERIOD, unavailable } from '../../catalog/definition/task-type.js';

const identities = ['wallet', 'microblog', 'chatcomm', 'messenger', 'codehost', 'videosite'];

/** Spec 2.4 "Custom": a project's own REST API, or its own reviewers. */
export const custom = defineFamily({
  types: [
    {
      id: 'custom_rest',
      name: 'Custom',
      category: 'custom',
      automation: { level: 'automatic', hint: 'project REST API' },
      methods: ['project_rest'],
      periods: ANY_PERIOD,
      configSchema: object(
        {
          url: text('Address of the check; called with POST.', 2048, {
            format: 'uri',
            pattern: FORMS.https_url.pattern.source,
          }),
          bearerToken: text('Sent as Authorization: Bearer; never given back.', 500, { writeOnly: true }),
          identities: list('What is told about the earner.', choice('An identity.', identities), identities.length, {
            default: ['wallet'],
          }),
        },
        ['url'],
      ),
      inputSchema: NOTHING,
      ...secretMembers('bearerToken'),
      ...unavailable('calls to project APIs'),
    },
    {
      ...reviewedLinkOrText({}, ['instructions'], { instructions: 'Tell us what you would improve.' }),
      id: 'custom_manual',
      name: 'Custom',
      category: 'custom',
      automation: { level: 'manual', hint: 'manual' },
    },
  ],
});
