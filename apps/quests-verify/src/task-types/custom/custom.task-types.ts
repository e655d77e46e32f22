import { defineFamily } from '../family/define-family.js';
import { FORMS } from '@questp/messages/language';
import { choice, list, NOTHING, object, secret, text, withDefault } from '../../catalog/definition/json-schema.js';
import { reviewedLinkOrText } from '../../catalog/definition/reviewed-proof.js';
import { ANY_PERIOD, defineTaskType, unavailable } from '../../catalog/definition/task-type.js';

const IDENTITIES = ['wallet', 'microblog', 'chatcomm', 'messenger', 'codehost', 'videosite'] as const;

/** Spec 2.4 "Custom": a project's own REST API, or its own reviewers. */
export const custom = defineFamily({
  types: [
    defineTaskType({
      id: 'custom_rest',
      name: 'Custom',
      category: 'custom',
      automation: { level: 'automatic', hint: 'project REST API' },
      methods: ['project_rest'],
      periods: ANY_PERIOD,
      config: object(
        {
          url: text('Address of the check; called with POST.', 2048, {
            format: 'uri',
            pattern: FORMS.https_url.pattern.source,
          }),
          bearerToken: secret(text('Sent as Authorization: Bearer; never given back.', 500)),
          identities: withDefault(
            list('What is sent about the earner.', choice('An identity.', IDENTITIES), IDENTITIES.length),
            ['wallet'],
          ),
        },
        ['url'],
      ),
      inputs: NOTHING,
      ...unavailable('calls to project APIs'),
    }),
    defineTaskType({
      ...reviewedLinkOrText({}, ['instructions'], { instructions: 'Tell us what you would improve.' }),
      sharesLinks: true,
      id: 'custom_manual',
      name: 'Custom',
      category: 'custom',
      automation: { level: 'manual', hint: 'manual' },
    }),
  ],
});
