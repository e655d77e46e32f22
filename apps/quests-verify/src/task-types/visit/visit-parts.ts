import { completeVisit } from '@questp/messages';
import { visitOutcome } from './visit-rule.js';
import type { Facts } from '../../catalog/definition/facts.js';
import type { Outcome } from '../../catalog/definition/outcome.js';
import { httpUrl, integer, object, text } from '../../catalog/definition/json-schema.js';
import { ANY_PERIOD } from '../../catalog/definition/task-type.js';

/**
 * The parts of a type that is completed by following a link: the server issues a time-bound token with the address and
 * takes it back no sooner than `minSeconds` later. It proves the link was opened from here, not what was read there.
 */
export const visitParts = {
  available: true,
  via: completeVisit,
  methods: ['platform_api', 'manual'],
  periods: ANY_PERIOD,
  facts: ['visit'],
  configSchema: object(
    {
      url: httpUrl('Address to visit.'),
      minSeconds: integer('Least time between opening the link and completing, in seconds.', 0, 600, { default: 10 }),
    },
    ['url'],
  ),
  inputSchema: object({ visitToken: text('Token the server issued with the link.', 200) }, ['visitToken']),
  redactedInputs: ['visitToken'],
  rule: (config: { minSeconds: number }, _inputs: object, { visit, now }: Facts): Outcome =>
    visitOutcome(config, visit, now),
  exampleConfig: { url: 'https://example.org/launch', minSeconds: 10 },
  exampleInputs: { visitToken: 'example-token' },
} as const;
