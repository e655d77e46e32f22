import type { ApiKeyScope, Permission, ProjectRole } from '@questp/messages';
import type { AccessRule, Allow } from './access-rule.js';

const anyone: Allow = { anonymous: true, user: {} };
const anonymous: Allow = { anonymous: true };
const user: Allow = { user: {} };
const evenSuspended: Allow = { user: { suspended: true } };
const team = (role: ProjectRole, apiKey?: ApiKeyScope): Allow => ({ user: { role }, ...(apiKey && { apiKey }) });
const admin = (permission: Permission): Allow => ({ admin: { permission } });
const anyAdmin: Allow = { admin: {} };
const newAdmin: Allow = { admin: { initialPassword: true } };

const ranks: Allow = { ...anyone, apiKey: 'leaderboard:read' };

const PROJECT = '/v1/projects/:projectId';
const CAMPAIGN = `${PROJECT}/campaigns/:campaignId`;
const QUEST = `${CAMPAIGN}/quests/:questId`;

/** Every route of the API and who may use it. What is not listed does not start. */
export const ACCESS_TABLE: readonly AccessRule[] = [
  { route: 'GET /v1/auth/methods', allow: anyone },
  { route: 'GET /v1/auth/wallet/challenge', allow: anyone, limit: 'challenge' },
  { route: 'POST /v1/auth/wallet/verify', allow: anyone, limit: 'verify' },
  { route: 'GET /v1/auth/legacy-wallet/nonce', allow: anyone, limit: 'challenge' },
  { route: 'POST /v1/auth/legacy-wallet/verify', allow: anyone, limit: 'verify' },
  { route: 'POST /v1/auth/sign-out', allow: evenSuspended },

  { route: 'GET /v1/users/me', allow: evenSuspended },
  { route: 'PATCH /v1/users/me', allow: user },
  { route: 'GET /v1/users/me/wallets', allow: user },
  { route: 'GET /v1/users/me/wallets/challenge', allow: user, limit: 'challenge' },
  { route: 'POST /v1/users/me/wallets', allow: user, limit: 'verify' },
  { route: 'DELETE /v1/users/me/wallets/:walletId', allow: user },
  { route: 'PUT /v1/users/me/wallets/:walletId/primary', allow: user },
  { route: 'GET /v1/users/me/sessions', allow: evenSuspended },
  { route: 'DELETE /v1/users/me/sessions', allow: evenSuspended },
  { route: 'DELETE /v1/users/me/sessions/:sessionId', allow: evenSuspended },
  { route: 'GET /v1/users/me/submissions', allow: user },
  { route: 'GET /v1/users/me/submissions/:submissionId', allow: user },
  { route: 'GET /v1/users/me/ledger', allow: user },
  { route: 'GET /v1/notifications', allow: user },
  { route: 'POST /v1/notifications/:notificationId/read', allow: user },
  { route: 'POST /v1/notifications/read-all', allow: user },

  { route: 'POST /v1/projects', allow: user },
  { route: 'GET /v1/projects', allow: user },
  { route: `GET ${PROJECT}`, allow: team('project_moderator', 'project:read') },
  { route: `PATCH ${PROJECT}`, allow: team('project_admin') },
  { route: `POST ${PROJECT}/archive`, allow: team('project_admin') },
  { route: `GET ${PROJECT}/members`, allow: team('project_moderator') },
  { route: `POST ${PROJECT}/members`, allow: team('project_admin') },
  { route: `PATCH ${PROJECT}/members/:userId`, allow: team('project_admin') },
  { route: `DELETE ${PROJECT}/members/:userId`, allow: team('project_admin') },
  { route: `GET ${PROJECT}/api-keys`, allow: team('project_admin') },
  { route: `POST ${PROJECT}/api-keys`, allow: team('project_admin') },
  { route: `DELETE ${PROJECT}/api-keys/:apiKeyId`, allow: team('project_admin') },
  { route: `POST ${PROJECT}/campaigns`, allow: team('project_admin') },
  { route: `GET ${PROJECT}/campaigns`, allow: team('project_moderator', 'project:read') },
  { route: `GET ${CAMPAIGN}`, allow: team('project_moderator', 'project:read') },
  { route: `PATCH ${CAMPAIGN}`, allow: team('project_admin') },
  { route: `POST ${CAMPAIGN}/activate`, allow: team('project_admin') },
  { route: `POST ${CAMPAIGN}/end`, allow: team('project_admin') },
  { route: `POST ${CAMPAIGN}/archive`, allow: team('project_admin') },
  { route: `GET ${CAMPAIGN}/totals`, allow: team('project_moderator', 'project:read') },
  { route: `POST ${CAMPAIGN}/quests`, allow: team('project_admin') },
  { route: `GET ${CAMPAIGN}/quests`, allow: team('project_moderator', 'project:read') },
  { route: `PUT ${CAMPAIGN}/quests/order`, allow: team('project_admin') },
  { route: `GET ${QUEST}`, allow: team('project_moderator', 'project:read') },
  { route: `PATCH ${QUEST}`, allow: team('project_admin') },
  { route: `POST ${QUEST}/publish`, allow: team('project_admin') },
  { route: `POST ${QUEST}/archive`, allow: team('project_admin') },
  { route: `GET ${PROJECT}/submissions`, allow: team('project_moderator', 'submissions:read') },
  { route: `POST ${PROJECT}/submissions/bulk-review`, allow: team('project_moderator') },
  { route: `GET ${PROJECT}/submissions/:submissionId`, allow: team('project_moderator', 'submissions:read') },
  { route: `POST ${PROJECT}/submissions/:submissionId/approve`, allow: team('project_moderator') },
  { route: `POST ${PROJECT}/submissions/:submissionId/reject`, allow: team('project_moderator') },
  { route: `POST ${PROJECT}/submissions/:submissionId/undo`, allow: team('project_moderator') },
  { route: `POST ${PROJECT}/submissions/:submissionId/reverse`, allow: team('project_moderator') },

  { route: 'GET /v1/task-types', allow: anyone },
  { route: 'GET /v1/task-types/:taskTypeId', allow: anyone },
  { route: 'GET /v1/discover/projects', allow: anyone },
  { route: 'GET /v1/discover/projects/:slug', allow: anyone },
  { route: 'GET /v1/discover/campaigns', allow: anyone },
  { route: 'GET /v1/discover/campaigns/:campaignId', allow: anyone },
  { route: 'GET /v1/discover/quests', allow: anyone },
  { route: 'GET /v1/quests/:questId', allow: anyone },
  { route: 'POST /v1/quests/:questId/submissions', allow: user },
  { route: 'GET /v1/quests/:questId/quiz', allow: anyone },
  { route: 'GET /v1/quests/:questId/quiz/status', allow: user },
  { route: 'POST /v1/quests/:questId/quiz/submit', allow: user },
  { route: 'GET /v1/quests/:questId/daily-checkin/status', allow: user },
  { route: 'POST /v1/quests/:questId/daily-checkin/check-in', allow: user },
  { route: 'POST /v1/quests/:questId/secret-code/verify', allow: user },
  { route: 'POST /v1/quests/:questId/visit/start', allow: user },
  { route: 'POST /v1/quests/:questId/visit/complete', allow: user },
  { route: 'POST /v1/quests/:questId/attestation/challenge', allow: user, limit: 'challenge' },
  { route: 'POST /v1/quests/:questId/attestation/verify', allow: user, limit: 'verify' },
  { route: 'GET /v1/campaigns/:campaignId/leaderboard', allow: ranks },
  { route: 'GET /v1/campaigns/:campaignId/leaderboard/me', allow: user },
  { route: `GET ${PROJECT}/leaderboard`, allow: ranks },
  { route: `GET ${PROJECT}/leaderboard/me`, allow: user },

  { route: 'POST /v1/admin/auth/login', allow: anonymous, limit: 'adminSignInAddress' },
  { route: 'POST /v1/admin/auth/sign-out', allow: newAdmin },
  { route: 'GET /v1/admin/me', allow: newAdmin },
  { route: 'PUT /v1/admin/me/password', allow: newAdmin, limit: 'adminSignInAddress' },
  { route: 'GET /v1/admin/me/sessions', allow: anyAdmin },
  { route: 'DELETE /v1/admin/me/sessions/:sessionId', allow: anyAdmin },
  { route: 'GET /v1/admin/admins', allow: admin('platform:manage') },
  { route: 'POST /v1/admin/admins', allow: admin('platform:manage') },
  { route: 'PATCH /v1/admin/admins/:adminId', allow: admin('platform:manage') },
  { route: 'GET /v1/admin/users', allow: admin('moderation:global') },
  { route: 'GET /v1/admin/users/:userId', allow: admin('moderation:global') },
  { route: 'POST /v1/admin/users/:userId/suspend', allow: admin('moderation:global') },
  { route: 'POST /v1/admin/users/:userId/reactivate', allow: admin('moderation:global') },
  { route: 'GET /v1/admin/audit-log', allow: admin('platform:manage') },
  { route: 'GET /v1/admin/task-types', allow: admin('task_types:manage') },
  { route: 'PATCH /v1/admin/task-types/:taskTypeId', allow: admin('task_types:manage') },
  { route: 'GET /v1/admin/projects', allow: admin('moderation:global') },
  { route: 'GET /v1/admin/submissions', allow: admin('moderation:global') },
  { route: 'GET /v1/admin/submissions/:submissionId', allow: admin('moderation:global') },
  { route: 'POST /v1/admin/submissions/:submissionId/approve', allow: admin('moderation:global') },
  { route: 'POST /v1/admin/submissions/:submissionId/reject', allow: admin('moderation:global') },
  { route: 'POST /v1/admin/submissions/:submissionId/undo', allow: admin('moderation:global') },
  { route: 'POST /v1/admin/submissions/:submissionId/reverse', allow: admin('moderation:global') },
];
