import { contract } from '../language/contract/contract.js';
import { enumeration, Nested, OneOf, Prose, Text, Whole } from '../language/fields/index.js';
import { ENDPOINT_METHODS, ProjectCheckRequest, type EndpointMethod } from './project-check.js';

/** Characters of a body that a test shows. */
export const MAX_SHOWN_BODY = 4_000;

const ENDPOINT_TEST_OUTCOMES = enumeration('EndpointTestOutcome', [
  'pass',
  'fail',
  'pending',
  'unavailable',
  'misconfigured',
]);
export type EndpointTestOutcome = (typeof ENDPOINT_TEST_OUTCOMES)[number];

/** A request of the platform to the endpoint of a project. */
export class EndpointTestRequest {
  @OneOf(ENDPOINT_METHODS, { description: 'Method of the request', example: 'POST' })
  method!: EndpointMethod;

  @Text({
    max: 8_192,
    description: 'URL, with the identity where the contract sends it there',
    example: 'https://quests.example.org/checks/first-trade',
  })
  url!: string;

  @Prose({
    max: MAX_SHOWN_BODY,
    nullable: true,
    description: 'Body, at most 4,000 characters; null: none',
    example: '{"type":"quest.check"}',
  })
  body!: string | null;
}

/** An answer of the endpoint of a project. */
export class EndpointTestAnswer {
  @Whole({ min: 100, max: 999, description: 'Status of the answer', example: 200 })
  status!: number;

  @Prose({
    max: MAX_SHOWN_BODY,
    nullable: true,
    description: 'Body as plain text, at most 4,000 characters; null: empty',
    example: '{"result":"pass"}',
  })
  body!: string | null;
}

/** The result of a call to the endpoint of a project. */
export class EndpointTest {
  @OneOf(ENDPOINT_TEST_OUTCOMES, {
    description:
      'pass, fail, pending: what the endpoint answered; unavailable: no answer, or one to repeat; misconfigured: an answer outside of the contract',
    example: 'pass',
  })
  outcome!: EndpointTestOutcome;

  @Text({ max: 500, nullable: true, description: 'Why; null for a pass', example: null })
  detail!: string | null;

  @Nested(() => EndpointTestRequest, { description: 'Request; secrets are replaced by [hidden]' })
  request!: EndpointTestRequest;

  @Nested(() => EndpointTestAnswer, { nullable: true, description: 'Answer; null: none' })
  answer!: EndpointTestAnswer | null;
}

/** Calls the endpoint of a project with sample identities, and shows what was sent and answered. */
export const testProjectEndpoint = contract({
  subject: 'integrations.project-endpoints.test',
  callers: ['quests-verify'],
  reads: true,
  request: ProjectCheckRequest,
  reply: EndpointTest,
  errors: ['RATE_LIMITED'],
});
