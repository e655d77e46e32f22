import type { Wing } from '@questp/service-kit';
import { CallEndpoint } from './call-endpoint.js';
import { EndpointCallsRepository } from './endpoint-calls.repository.js';
import { ReadProjectCheck } from './read-project-check.js';

export const endpoints: Wing = {
  providers: [EndpointCallsRepository, CallEndpoint, ReadProjectCheck],
  purges: (get) => ({ endpointCalls: () => get(EndpointCallsRepository).purge() }),
};
