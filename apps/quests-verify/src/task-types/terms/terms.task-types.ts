import { defineFamily } from '../family/define-family.js';
import { termsAccepted } from './terms-rule.js';
import { httpUrl, line, object, shown, text } from '../../catalog/definition/json-schema.js';
import { defineTaskType, ONCE } from '../../catalog/definition/task-type.js';

const version = (description: string) => line(description, 40);

/** Spec 2.4 "engagement": accepting the current version of terms. */
export const terms = defineFamily({
  types: [
    defineTaskType({
      id: 'engagement_terms_accept',
      name: 'Terms & Conditions',
      category: 'engagement',
      automation: { level: 'automatic' },
      methods: ['platform_api'],
      periods: ONCE,
      config: object(
        {
          version: version('Version in force.'),
          title: shown(line('Title of the terms.', 200)),
          url: httpUrl('Where the terms are read.'),
          summary: shown(text('Summary shown to the earner.', 5000)),
        },
        ['version', 'url'],
      ),
      inputs: object({ version: version('Version the earner read and accepts.') }, ['version']),
      available: true,
      facts: {},
      rule: termsAccepted,
      exampleConfig: { version: '2026-01', title: 'Campaign terms', url: 'https://example.org/terms' },
      exampleInputs: { version: '2026-01' },
    }),
  ],
});
