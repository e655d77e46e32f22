import { AnyObject, Id, OneOf, UserId, enumeration } from '../language/fields/index.js';

/** Actions in the audit log of the project on what integrations stores for it. */
export const PROJECT_INTEGRATION_ACTIONS = enumeration('ProjectIntegrationAction', [
  'connection.added',
  'connection.removed',
  'connection.refused',
  'signing_secret.created',
  'signing_secret.rotated',
  'signing_secret.removed',
  'webhook.created',
  'webhook.updated',
  'webhook.secret_rotated',
  'webhook.disabled',
  'webhook.deleted',
]);
export type ProjectIntegrationAction = (typeof PROJECT_INTEGRATION_ACTIONS)[number];

export class ProjectIntegrationChanged {
  @Id()
  projectId!: string;

  @OneOf(PROJECT_INTEGRATION_ACTIONS, { description: 'What was changed' })
  action!: ProjectIntegrationAction;

  @AnyObject({ maxBytes: 2_048, description: 'Names that identify the integration', example: { reason: 'Fraud' } })
  details!: Record<string, unknown>;

  @UserId({
    nullable: true,
    description:
      'Public id of the user who made the change; null: it followed from a removed member or an archived project',
  })
  userId!: string | null;
}
