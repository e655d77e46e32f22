import { enumeration } from '../fields/index.js';

/** What is done with what integrations keeps for a project, as the project's audit log has it. */
export const PROJECT_INTEGRATION_ACTIONS = enumeration('ProjectIntegrationAction', [
  'connection.added',
  'connection.removed',
  'signing_secret.created',
  'signing_secret.rotated',
  'signing_secret.removed',
]);
export type ProjectIntegrationAction = (typeof PROJECT_INTEGRATION_ACTIONS)[number];
