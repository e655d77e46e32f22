import { ADMIN_ID, TASK_TYPE_ID, USER_ID, UUID } from '../edge/fields/text.js';

const SLUG = /^[a-z0-9-]{1,60}$/;

/** Every path parameter and what its values look like; anything else is a resource that does not exist. */
export const PATH_PARAMETERS: Readonly<Record<string, RegExp>> = {
  projectId: UUID,
  campaignId: UUID,
  questId: UUID,
  submissionId: UUID,
  apiKeyId: UUID,
  walletId: UUID,
  sessionId: UUID,
  notificationId: UUID,
  userId: USER_ID,
  adminId: ADMIN_ID,
  taskTypeId: TASK_TYPE_ID,
  slug: SLUG,
};

/** False: no resource can have these parameters. */
export function areKnownForms(parameters: Readonly<Record<string, string>>): boolean {
  for (const name in parameters) {
    if (!PATH_PARAMETERS[name]?.test(parameters[name] as string)) return false;
  }
  return true;
}
