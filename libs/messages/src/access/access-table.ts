import type { ApiKeyScope, Permission, ProjectRole } from '../principals.js';
import type { AccessRule, Allow } from './access-rule.js';

const anyone: Allow = { anonymous: true, user: {} };
const anonymous: Allow = { anonymous: true };
const user: Allow = { user: {} };
const evenSuspended: Allow = { user: { suspended: true } };
const team = (role: ProjectRole, apiKey?: ApiKeyScope): Allow => ({ user: { role }, ...(apiKey && { apiKey }) });
const changesTeam: Allow = { user: { role: 'project_admin', changesTeam: true } };
const admin = (permission: Permission): Allow => ({ admin: { permission } });
const anyAdmin: Allow = { admin: {} };
const newAdmin: Allow = { admin: { initialPassword: true } };

const ranks: Allow = { ...anyone, apiKey: 'leaderboard:read' };

/**
 * Who may use each operation, by its operationId: the gateway admits by it, and the service that answers checks the
 * principal that travelled with the call again. What is not listed does not start.
 */
export const ACCESS_TABLE: Readonly<Record<string, AccessRule>> = {
  listSignInMethods: { allow: anyone },
  createSignInChallenge: { allow: anyone, limit: 'challenge' },
  signInWithWallet: { allow: anyone, limit: 'verify' },
  createLegacySignInChallenge: { allow: anyone, limit: 'challenge' },
  signInWithLegacyWallet: { allow: anyone, limit: 'verify' },
  signOut: { allow: evenSuspended },

  getMe: { allow: evenSuspended },
  updateMe: { allow: user },
  listWallets: { allow: user },
  createWalletLinkChallenge: { allow: user, limit: 'challenge' },
  linkWallet: { allow: user, limit: 'verify' },
  unlinkWallet: { allow: user },
  setPrimaryWallet: { allow: user },
  listSessions: { allow: evenSuspended },
  endOtherSessions: { allow: evenSuspended },
  endSession: { allow: evenSuspended },
  listMySubmissions: { allow: user },
  getMySubmission: { allow: user },
  listMyLedger: { allow: user },
  listNotifications: { allow: user },
  readNotification: { allow: user },
  readAllNotifications: { allow: user },

  createProject: { allow: user },
  listMyProjects: { allow: user },
  getProject: { allow: team('project_moderator', 'project:read') },
  updateProject: { allow: changesTeam },
  archiveProject: { allow: changesTeam },
  listMembers: { allow: team('project_moderator') },
  addMember: { allow: changesTeam },
  updateMember: { allow: changesTeam },
  removeMember: { allow: changesTeam },
  listApiKeys: { allow: team('project_admin') },
  createApiKey: { allow: team('project_admin') },
  revokeApiKey: { allow: team('project_admin') },
  createCampaign: { allow: team('project_admin') },
  listCampaigns: { allow: team('project_moderator', 'project:read') },
  getCampaign: { allow: team('project_moderator', 'project:read') },
  updateCampaign: { allow: team('project_admin') },
  activateCampaign: { allow: team('project_admin') },
  endCampaign: { allow: team('project_admin') },
  archiveCampaign: { allow: team('project_admin') },
  getCampaignTotals: { allow: team('project_moderator', 'project:read') },
  createQuest: { allow: team('project_admin') },
  listQuests: { allow: team('project_moderator', 'project:read') },
  orderQuests: { allow: team('project_admin') },
  getStudioQuest: { allow: team('project_moderator', 'project:read') },
  updateQuest: { allow: team('project_admin') },
  publishQuest: { allow: team('project_admin') },
  archiveQuest: { allow: team('project_admin') },
  listProjectSubmissions: { allow: team('project_moderator', 'submissions:read') },
  listProjectChecks: { allow: team('project_moderator') },
  bulkReview: { allow: team('project_moderator') },
  getProjectSubmission: { allow: team('project_moderator', 'submissions:read') },
  approveSubmission: { allow: team('project_moderator') },
  rejectSubmission: { allow: team('project_moderator') },
  undoReview: { allow: team('project_moderator') },
  reverseSubmission: { allow: team('project_moderator') },

  listTaskTypes: { allow: anyone },
  getTaskType: { allow: anyone },
  discoverProjects: { allow: anyone },
  discoverProject: { allow: anyone },
  discoverCampaigns: { allow: anyone },
  discoverCampaign: { allow: anyone },
  discoverQuests: { allow: anyone },
  getQuest: { allow: anyone },
  submitQuest: { allow: user },
  listMyChecks: { allow: user },
  getQuiz: { allow: anyone },
  getQuizStatus: { allow: user },
  submitQuiz: { allow: user },
  getCheckInStatus: { allow: user },
  checkIn: { allow: user },
  verifySecretCode: { allow: user },
  startVisit: { allow: user },
  completeVisit: { allow: user },
  createAttestation: { allow: user, limit: 'challenge' },
  verifyAttestation: { allow: user, limit: 'verify' },
  getCampaignLeaderboard: { allow: ranks },
  getMyCampaignStanding: { allow: user },
  getProjectLeaderboard: { allow: ranks },
  getMyProjectStanding: { allow: user },

  adminSignIn: { allow: anonymous, limit: 'adminSignInAddress' },
  adminSignOut: { allow: newAdmin },
  adminGetMe: { allow: newAdmin },
  adminChangePassword: { allow: newAdmin, limit: 'adminSignInAddress' },
  adminListSessions: { allow: anyAdmin },
  adminEndSession: { allow: anyAdmin },
  adminListAdmins: { allow: admin('platform:manage') },
  adminCreateAdmin: { allow: admin('platform:manage') },
  adminUpdateAdmin: { allow: admin('platform:manage') },
  adminListUsers: { allow: admin('moderation:global') },
  adminGetUser: { allow: admin('moderation:global') },
  adminSuspendUser: { allow: admin('moderation:global') },
  adminReactivateUser: { allow: admin('moderation:global') },
  adminListAuditLog: { allow: admin('platform:manage') },
  adminListTaskTypes: { allow: admin('task_types:manage') },
  adminUpdateTaskType: { allow: admin('task_types:manage') },
  adminListProjects: { allow: admin('moderation:global') },
  adminListSubmissions: { allow: admin('moderation:global') },
  adminGetSubmission: { allow: admin('moderation:global') },
  adminApproveSubmission: { allow: admin('moderation:global') },
  adminRejectSubmission: { allow: admin('moderation:global') },
  adminUndoReview: { allow: admin('moderation:global') },
  adminReverseSubmission: { allow: admin('moderation:global') },
};
