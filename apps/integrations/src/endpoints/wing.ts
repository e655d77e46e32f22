import type { Wing } from '@questp/service-kit';
import { CallEndpoint } from './call-endpoint.js';
import { EndpointCallsRepository } from './endpoint-calls.repository.js';
import { ReadProjectCheck } from './read-project-check.js';
import { TestEndpoint } from './test-endpoint.js';

export const endpoints: Wing = {
  providers: [EndpointCallsRepository, CallEndpoint, ReadProjectCheck, TestEndpoint],
  purges: (get) => ({ endpointCalls: () => get(EndpointCallsRepository).purge() }),
};
