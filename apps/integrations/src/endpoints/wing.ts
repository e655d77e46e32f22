import type { Wing } from '@questp/service-kit';
import { MinuteCountsRepository } from '../access/minute-counts.repository.js';
import { CallEndpoint } from './call-endpoint.js';
import { AdmitCall } from './admit-call.js';
import { ReadProjectCheck } from './read-project-check.js';
import { TestEndpoint } from './test-endpoint.js';

export const endpoints: Wing = {
  providers: [AdmitCall, CallEndpoint, ReadProjectCheck, TestEndpoint],
  purges: (get) => ({ endpointCalls: () => get(MinuteCountsRepository).purge('endpoint_calls') }),
};
