import type { operations } from '@questp/sdk';

/**
 * Who may use which route, independently of the access table, which is tested against it request by request: a mistake
 * must be made in both places to go unnoticed.
 */

export const ACTORS = [
  'anonymous',
  'earner',
  'admin of another project',
  'project_moderator',
  'project_admin',
  'suspended earner',
  'suspended project_admin',
  'platform_moderator',
  'super_admin',
  'operator with an initial password',
  'key project:read',
  'key submissions:read',
  'key leaderboard:read',
  'key exports:read',
  'key of another project',
] as const;
export type Actor = (typeof ACTORS)[number];

export type Outcome =
  | 'allowed'
  | 'UNAUTHENTICATED'
  | 'WRONG_TOKEN_FAMILY'
  | 'API_KEY_NOT_ACCEPTED'
  | 'FORBIDDEN'
  | 'PASSWORD_CHANGE_REQUIRED'
  | 'NOT_FOUND'
  | 'ACCOUNT_SUSPENDED';

/** The code for an actor that is not named; its status is 401. */
function stranger(actor: Actor): Outcome {
  if (actor === 'anonymous') return 'UNAUTHENTICATED';
  return actor.startsWith('key ') ? 'API_KEY_NOT_ACCEPTED' : 'WRONG_TOKEN_FAMILY';
}

type Expectation = Partial<Record<Actor, Outcome>>;

const activeUsers: Expectation = {
  earner: 'allowed',
  'admin of another project': 'allowed',
  project_moderator: 'allowed',
  project_admin: 'allowed',
  'suspended earner': 'ACCOUNT_SUSPENDED',
  'suspended project_admin': 'ACCOUNT_SUSPENDED',
};
const evenSuspended: Expectation = {
  ...activeUsers,
  'suspended earner': 'allowed',
  'suspended project_admin': 'allowed',
};
const anyone: Expectation = { ...activeUsers, anonymous: 'allowed' };
const team: Expectation = { ...activeUsers, earner: 'NOT_FOUND', 'admin of another project': 'NOT_FOUND' };
const projectAdmins: Expectation = { ...team, project_moderator: 'FORBIDDEN' };

type Key = 'key project:read' | 'key submissions:read' | 'key leaderboard:read' | 'key exports:read';
const keys = (allowed: Key): Expectation => ({
  'key project:read': 'FORBIDDEN',
  'key submissions:read': 'FORBIDDEN',
  'key leaderboard:read': 'FORBIDDEN',
  'key exports:read': 'FORBIDDEN',
  'key of another project': 'NOT_FOUND',
  [allowed]: 'allowed',
});

const newOperators: Expectation = {
  platform_moderator: 'allowed',
  super_admin: 'allowed',
  'operator with an initial password': 'allowed',
};
const operators: Expectation = { ...newOperators, 'operator with an initial password': 'PASSWORD_CHANGE_REQUIRED' };
const superAdmins: Expectation = { ...operators, platform_moderator: 'FORBIDDEN' };

const PROJECT = '/v1/projects/{projectId}';
const CAMPAIGN = `${PROJECT}/campaigns/{campaignId}`;
const QUEST = `${CAMPAIGN}/quests/{questId}`;
const SUBMISSION = `${PROJECT}/submissions/{submissionId}`;
const EARN = '/v1/quests/{questId}';

const GROUPS: [Expectation, Partial<Record<keyof operations, string>>][] = [
  [
    anyone,
    {
      listSignInMethods: 'GET /v1/auth/methods',
      createSignInChallenge: 'GET /v1/auth/wallet/challenge',
      signInWithWallet: 'POST /v1/auth/wallet/verify',
      createLegacySignInChallenge: 'GET /v1/auth/legacy-wallet/nonce',
      signInWithLegacyWallet: 'POST /v1/auth/legacy-wallet/verify',
      askForSignInCode: 'POST /v1/auth/email/code',
      signInWithEmail: 'POST /v1/auth/email/verify',
      askForPasswordCode: 'POST /v1/auth/password/code',
      setPasswordByCode: 'POST /v1/auth/password/verify',
      signInWithPassword: 'POST /v1/auth/password/sign-in',
      startOAuthSignIn: 'POST /v1/auth/oauth/{provider}/start',
      beginOAuth: 'GET /v1/auth/oauth/begin/{flowId}',
      finishOAuth: 'GET /v1/auth/oauth/callback/{provider}',
      signInWithOAuth: 'POST /v1/auth/oauth/verify',
      verifySecondFactor: 'POST /v1/auth/2fa/verify',
      askForSecondFactorCode: 'POST /v1/auth/2fa/code',
      listChains: 'GET /v1/chains',
      listTaskTypes: 'GET /v1/task-types',
      getTaskType: 'GET /v1/task-types/{taskTypeId}',
      discoverProjects: 'GET /v1/discover/projects',
      discoverProject: 'GET /v1/discover/projects/{slug}',
      discoverCampaigns: 'GET /v1/discover/campaigns',
      discoverCampaign: 'GET /v1/discover/campaigns/{campaignId}',
      discoverCampaignBySlug: 'GET /v1/discover/projects/{slug}/campaigns/{campaignSlug}',
      discoverQuestBySlug: 'GET /v1/discover/projects/{slug}/campaigns/{campaignSlug}/quests/{questSlug}',
      discoverQuests: 'GET /v1/discover/quests',
      getCampaignEscrow: 'GET /v1/discover/campaigns/{campaignId}/escrow',
      getEscrowMessage: 'GET /v1/discover/campaigns/{campaignId}/escrow/messages/{action}',
      getAllocation: 'GET /v1/discover/campaigns/{campaignId}/allocation.json',
      listAllocations: 'GET /v1/discover/campaigns/{campaignId}/allocations',
      getQuest: `GET ${EARN}`,
      getQuiz: `GET ${EARN}/quiz`,
      getPlatformLeaderboard: 'GET /v1/leaderboard',
      getUserProfile: 'GET /v1/users/{userId}',
      uploadFile: 'PUT /v1/files/{fileId}/content',
      getMergeObjection: 'GET /v1/merge-objections/{objectionToken}',
      objectToMerge: 'POST /v1/merge-objections/{objectionToken}',
      getUnsubscription: 'GET /v1/notifications/unsubscribe/{token}',
      unsubscribe: 'POST /v1/notifications/unsubscribe/{token}',
      getImage: 'GET /v1/files/{fileId}/image',
    },
  ],
  [
    evenSuspended,
    {
      signOut: 'POST /v1/auth/sign-out',
      getMe: 'GET /v1/users/me',
      exportMyAccount: 'GET /v1/users/me/export',
      listSessions: 'GET /v1/users/me/sessions',
      endOtherSessions: 'DELETE /v1/users/me/sessions',
      endSession: 'DELETE /v1/users/me/sessions/{sessionId}',
    },
  ],
  [
    activeUsers,
    {
      updateMe: 'PATCH /v1/users/me',
      findUsers: 'GET /v1/users',
      listMyReferrals: 'GET /v1/users/me/referrals',
      listWallets: 'GET /v1/users/me/wallets',
      createWalletLinkChallenge: 'GET /v1/users/me/wallets/challenge',
      linkWallet: 'POST /v1/users/me/wallets',
      unlinkWallet: 'DELETE /v1/users/me/wallets/{walletId}',
      setPrimaryWallet: 'PUT /v1/users/me/wallets/{walletId}/primary',
      createPayoutChallenge: 'GET /v1/users/me/payout-addresses/challenge',
      setPayoutAddress: 'PUT /v1/users/me/payout-addresses/{chainId}',
      listPayoutAddresses: 'GET /v1/users/me/payout-addresses',
      removePayoutAddress: 'DELETE /v1/users/me/payout-addresses/{chainId}',
      getMyEmail: 'GET /v1/users/me/email',
      askForEmailCode: 'POST /v1/users/me/email/code',
      linkEmail: 'PUT /v1/users/me/email',
      unlinkEmail: 'DELETE /v1/users/me/email',
      deleteOwnAccount: 'DELETE /v1/users/me',
      getMergeOffer: 'GET /v1/users/me/merge-offers/{offerId}',
      confirmMerge: 'POST /v1/users/me/merge-offers/{offerId}/confirm',
      getMyMerge: 'GET /v1/users/me/merges/{mergeId}',
      listLinkedAccounts: 'GET /v1/users/me/accounts',
      startAccountLink: 'POST /v1/users/me/accounts/{provider}/start',
      linkAccount: 'POST /v1/users/me/accounts/verify',
      checkAccount: 'POST /v1/users/me/accounts/{provider}/check',
      unlinkAccount: 'DELETE /v1/users/me/accounts/{provider}',
      changePassword: 'PUT /v1/users/me/password',
      getTwoFactor: 'GET /v1/users/me/2fa',
      beginTwoFactor: 'POST /v1/users/me/2fa',
      enableTwoFactor: 'PUT /v1/users/me/2fa',
      disableTwoFactor: 'DELETE /v1/users/me/2fa',
      renewRecoveryCodes: 'POST /v1/users/me/2fa/recovery-codes',
      listMySubmissions: 'GET /v1/users/me/submissions',
      getMySubmission: 'GET /v1/users/me/submissions/{submissionId}',
      listMyLedger: 'GET /v1/users/me/ledger',
      getMyPayout: 'GET /v1/campaigns/{campaignId}/payout',
      followSubmissions: 'GET /v1/realtime/submissions',
      followNotifications: 'GET /v1/notifications/stream',
      listNotifications: 'GET /v1/notifications',
      readNotification: 'POST /v1/notifications/{notificationId}/read',
      readAllNotifications: 'POST /v1/notifications/read-all',
      countUnreadNotifications: 'GET /v1/notifications/unread-count',
      getNotificationPreferences: 'GET /v1/notifications/preferences',
      setNotificationPreferences: 'PUT /v1/notifications/preferences',
      listMyInvitations: 'GET /v1/users/me/invitations',
      getInvitationPreferences: 'GET /v1/users/me/invitation-preferences',
      setInvitationPreferences: 'PUT /v1/users/me/invitation-preferences',
      acceptInvitation: 'POST /v1/users/me/invitations/{invitationId}/accept',
      declineInvitation: 'POST /v1/users/me/invitations/{invitationId}/decline',
      presignUpload: 'POST /v1/files/presign',
      confirmUpload: 'POST /v1/files/{fileId}/confirm',
      deleteMyEvidence: 'DELETE /v1/files/evidence',
      listMyProjects: 'GET /v1/projects',
      createProject: 'POST /v1/projects',
      submitQuest: `POST ${EARN}/submissions`,
      getQuizStatus: `GET ${EARN}/quiz/status`,
      submitQuiz: `POST ${EARN}/quiz/submit`,
      getCheckInStatus: `GET ${EARN}/daily-checkin/status`,
      checkIn: `POST ${EARN}/daily-checkin/check-in`,
      verifySecretCode: `POST ${EARN}/secret-code/verify`,
      getEarnerCode: `GET ${EARN}/earner-code`,
      getEmailLinkStatus: `GET ${EARN}/email-link/status`,
      sendEmailLinkCode: `POST ${EARN}/email-link/send-otp`,
      verifyEmailLink: `POST ${EARN}/email-link/verify`,
      startVisit: `POST ${EARN}/visit/start`,
      completeVisit: `POST ${EARN}/visit/complete`,
      createAttestation: `POST ${EARN}/attestation/challenge`,
      verifyAttestation: `POST ${EARN}/attestation/verify`,
      listMyChecks: `GET ${EARN}/checks`,
      getVerificationStatus: `GET ${EARN}/verification`,
      getMicroblogStatus: `GET ${EARN}/microblog/status`,
      verifyMicroblog: `POST ${EARN}/microblog/verify`,
      getChatcommStatus: `GET ${EARN}/chatcomm/status`,
      verifyChatcomm: `POST ${EARN}/chatcomm/verify`,
      getMessengerStatus: `GET ${EARN}/messenger/status`,
      verifyMessenger: `POST ${EARN}/messenger/verify`,
      previewMessengerStatus: `POST ${EARN}/messenger/preview/status`,
      previewMessengerVerify: `POST ${EARN}/messenger/preview/verify`,
      previewChatcommStatus: `POST ${EARN}/chatcomm/preview/status`,
      previewChatcommVerify: `POST ${EARN}/chatcomm/preview/verify`,
      startMessengerLink: 'POST /v1/users/me/messenger/link-url',
      startPhotositeLink: 'POST /v1/users/me/photosite/code',
      getMyCampaignStanding: 'GET /v1/campaigns/{campaignId}/leaderboard/me',
      getMyProjectStanding: `GET ${PROJECT}/leaderboard/me`,
      getMyPlatformStanding: 'GET /v1/leaderboard/me',
      getMyCampaignNeighbours: 'GET /v1/campaigns/{campaignId}/leaderboard/around',
      getMyProjectNeighbours: `GET ${PROJECT}/leaderboard/around`,
      getMyPlatformNeighbours: 'GET /v1/leaderboard/around',
    },
  ],
  [{ ...activeUsers, ...operators }, { getEvidence: 'GET /v1/files/{fileId}/evidence' }],
  [
    { ...team, ...keys('key project:read') },
    {
      getProject: `GET ${PROJECT}`,
      listCampaigns: `GET ${PROJECT}/campaigns`,
      getCampaign: `GET ${CAMPAIGN}`,
      getCampaignTotals: `GET ${CAMPAIGN}/totals`,
      getProjectTotals: `GET ${PROJECT}/totals`,
      listProjectSpend: `GET ${PROJECT}/spend`,
      getCampaignBudget: `GET ${CAMPAIGN}/budget`,
      listQuests: `GET ${CAMPAIGN}/quests`,
      getStudioQuest: `GET ${QUEST}`,
    },
  ],
  [
    { ...team, ...keys('key submissions:read') },
    {
      listProjectSubmissions: `GET ${PROJECT}/submissions`,
      getProjectSubmission: `GET ${SUBMISSION}`,
      listParticipants: `GET ${CAMPAIGN}/participants`,
    },
  ],
  [
    { ...team, ...keys('key exports:read') },
    {
      exportLeaderboard: `GET ${CAMPAIGN}/exports/leaderboard.csv`,
      exportProjectParticipants: `GET ${PROJECT}/exports/participants.csv`,
      exportCampaignParticipants: `GET ${CAMPAIGN}/exports/participants.csv`,
      exportLegacyParticipants: `GET ${PROJECT}/participants/export`,
      exportSubmissions: `GET ${CAMPAIGN}/exports/submissions.csv`,
      exportDistribution: `GET ${CAMPAIGN}/exports/distribution.csv`,
      listPayoutPlans: `GET ${CAMPAIGN}/payout-plans`,
      getPayoutPlan: `GET ${CAMPAIGN}/payout-plans/{planId}`,
      listPayouts: `GET ${CAMPAIGN}/payout-plans/{planId}/payouts`,
      listPayoutDifferences: `GET ${CAMPAIGN}/payout-plans/{planId}/differences`,
      listPayoutBatches: `GET ${CAMPAIGN}/payout-plans/{planId}/batches`,
      getPayoutBatchFile: `GET ${CAMPAIGN}/payout-plans/{planId}/batches/{batchId}/payouts.csv`,
      getPaymentImport: `GET ${CAMPAIGN}/payout-plans/{planId}/payment-imports/{importId}`,
      listImportedPayments: `GET ${CAMPAIGN}/payout-plans/{planId}/payment-imports/{importId}/payments`,
      listExportManifests: `GET ${PROJECT}/export-manifests`,
      getExportManifest: `GET ${PROJECT}/export-manifests/{manifestId}`,
    },
  ],
  [{ ...anyone, ...keys('key leaderboard:read') }, { getProjectLeaderboard: `GET ${PROJECT}/leaderboard` }],
  [
    // The path does not name the project: the gateway admits a key of another project, and the service finds nothing.
    { ...anyone, ...keys('key leaderboard:read'), 'key of another project': 'allowed' },
    { getCampaignLeaderboard: 'GET /v1/campaigns/{campaignId}/leaderboard' },
  ],
  [
    team,
    {
      listMembers: `GET ${PROJECT}/members`,
      listInvitations: `GET ${PROJECT}/invitations`,
      listProjectConnections: `GET ${PROJECT}/connections`,
      listChainChoices: `GET ${PROJECT}/chains/{chainId}/choices`,
      listChatcommChoices: `GET ${PROJECT}/chatcomm/server`,
      listMessengerChats: `GET ${PROJECT}/messenger/chats`,
      followProjectSubmissions: 'GET /v1/realtime/projects/{projectId}/submissions',
      followProjectEscrows: 'GET /v1/realtime/projects/{projectId}/escrows',
      leaveProject: `POST ${PROJECT}/leave`,
      listProjectChecks: `GET ${PROJECT}/checks`,
      requestPayoutPlan: `POST ${CAMPAIGN}/payout-plans`,
      resetAttempts: `POST ${QUEST}/earners/{userId}/reset-attempts`,
      bulkReview: `POST ${PROJECT}/submissions/bulk-review`,
      approveListed: `POST ${QUEST}/submissions/approve-listed`,
      rejectListed: `POST ${QUEST}/submissions/reject-listed`,
      approveSubmission: `POST ${SUBMISSION}/approve`,
      rejectSubmission: `POST ${SUBMISSION}/reject`,
      undoReview: `POST ${SUBMISSION}/undo`,
      reverseSubmission: `POST ${SUBMISSION}/reverse`,
    },
  ],
  [
    projectAdmins,
    {
      updateProject: `PATCH ${PROJECT}`,
      archiveProject: `POST ${PROJECT}/archive`,
      listProjectAuditLog: `GET ${PROJECT}/audit-log`,
      addMember: `POST ${PROJECT}/members`,
      updateMember: `PATCH ${PROJECT}/members/{userId}`,
      removeMember: `DELETE ${PROJECT}/members/{userId}`,
      withdrawInvitation: `DELETE ${PROJECT}/invitations/{invitationId}`,
      listApiKeys: `GET ${PROJECT}/api-keys`,
      createApiKey: `POST ${PROJECT}/api-keys`,
      revokeApiKey: `DELETE ${PROJECT}/api-keys/{apiKeyId}`,
      connectMessengerBot: `PUT ${PROJECT}/messenger/bot`,
      startProjectConnection: `POST ${PROJECT}/connections/{provider}/start`,
      connectByOAuth: `PUT ${PROJECT}/connections/{provider}`,
      testProjectConnection: `POST ${PROJECT}/connections/{provider}/test`,
      removeProjectConnection: `DELETE ${PROJECT}/connections/{provider}`,
      getSigningSecret: `GET ${PROJECT}/signing-secret`,
      rotateSigningSecret: `POST ${PROJECT}/signing-secret`,
      testSigningSecret: `POST ${PROJECT}/signing-secret/test`,
      removeSigningSecret: `DELETE ${PROJECT}/signing-secret`,
      createWebhook: `POST ${PROJECT}/webhooks`,
      listWebhooks: `GET ${PROJECT}/webhooks`,
      getWebhook: `GET ${PROJECT}/webhooks/{webhookId}`,
      updateWebhook: `PATCH ${PROJECT}/webhooks/{webhookId}`,
      deleteWebhook: `DELETE ${PROJECT}/webhooks/{webhookId}`,
      rotateWebhookSecret: `POST ${PROJECT}/webhooks/{webhookId}/secret`,
      testWebhook: `POST ${PROJECT}/webhooks/{webhookId}/test`,
      listWebhookDeliveries: `GET ${PROJECT}/webhooks/{webhookId}/deliveries`,
      getWebhookDelivery: `GET ${PROJECT}/webhooks/{webhookId}/deliveries/{deliveryId}`,
      resendWebhookDelivery: `POST ${PROJECT}/webhooks/{webhookId}/deliveries/{deliveryId}/resend`,
      resendWebhookDeliveries: `POST ${PROJECT}/webhooks/{webhookId}/resend`,
      createCampaign: `POST ${PROJECT}/campaigns`,
      issueFundingTicket: `POST ${CAMPAIGN}/escrow/ticket`,
      getFundingTicket: `GET ${CAMPAIGN}/escrow/ticket`,
      updateCampaign: `PATCH ${CAMPAIGN}`,
      activateCampaign: `POST ${CAMPAIGN}/activate`,
      approvePayoutPlan: `POST ${CAMPAIGN}/payout-plans/{planId}/approve`,
      objectToPayoutPlan: `POST ${CAMPAIGN}/payout-plans/{planId}/objection`,
      createPayoutBatch: `POST ${CAMPAIGN}/payout-plans/{planId}/batches`,
      getPayoutBatchMessages: `GET ${CAMPAIGN}/payout-plans/{planId}/batches/{batchId}/messages`,
      importPayments: `POST ${CAMPAIGN}/payout-plans/{planId}/payment-imports`,
      importPaymentFile: `POST ${CAMPAIGN}/payout-plans/{planId}/payment-imports/csv`,
      duplicateCampaign: `POST ${CAMPAIGN}/duplicate`,
      deleteCampaign: `DELETE ${CAMPAIGN}`,
      deactivateCampaign: `POST ${CAMPAIGN}/deactivate`,
      endCampaign: `POST ${CAMPAIGN}/end`,
      archiveCampaign: `POST ${CAMPAIGN}/archive`,
      createQuest: `POST ${CAMPAIGN}/quests`,
      orderQuests: `PUT ${CAMPAIGN}/quests/order`,
      updateQuest: `PATCH ${QUEST}`,
      publishQuest: `POST ${QUEST}/publish`,
      duplicateQuest: `POST ${QUEST}/duplicate`,
      deleteQuest: `DELETE ${QUEST}`,
      unpublishQuest: `POST ${QUEST}/unpublish`,
      archiveQuest: `POST ${QUEST}/archive`,
    },
  ],
  [
    // Platforms call these with a secret that none of the actors has.
    {},
    {
      receiveMessengerUpdate: 'POST /v1/messenger/webhook',
      receiveProjectMessengerUpdate: 'POST /v1/messenger/webhook/project/{projectId}',
      receivePhotositeMessage: 'POST /v1/photosite/webhook',
      receiveCodehostEvent: 'POST /v1/codehost/webhook/{hookId}',
    },
  ],
  [
    { anonymous: 'allowed' },
    {
      verifyPhotositeWebhook: 'GET /v1/photosite/webhook',
      adminSignIn: 'POST /v1/admin/auth/login',
      adminVerifySecondFactor: 'POST /v1/admin/auth/2fa/verify',
      adminAskForSecondFactorCode: 'POST /v1/admin/auth/2fa/code',
      adminAskForPasswordCode: 'POST /v1/admin/auth/password/code',
      adminResetOwnPassword: 'POST /v1/admin/auth/password/verify',
    },
  ],
  [
    newOperators,
    {
      adminSignOut: 'POST /v1/admin/auth/sign-out',
      adminGetMe: 'GET /v1/admin/me',
      adminChangePassword: 'PUT /v1/admin/me/password',
    },
  ],
  [
    operators,
    {
      adminGetTwoFactor: 'GET /v1/admin/me/2fa',
      adminBeginTwoFactor: 'POST /v1/admin/me/2fa',
      adminEnableTwoFactor: 'PUT /v1/admin/me/2fa',
      adminDisableTwoFactor: 'DELETE /v1/admin/me/2fa',
      adminRenewRecoveryCodes: 'POST /v1/admin/me/2fa/recovery-codes',
      adminListSessions: 'GET /v1/admin/me/sessions',
      adminEndSession: 'DELETE /v1/admin/me/sessions/{sessionId}',
      adminListUsers: 'GET /v1/admin/users',
      adminGetUser: 'GET /v1/admin/users/{userId}',
      adminListMerges: 'GET /v1/admin/account-merges',
      adminGetMerge: 'GET /v1/admin/account-merges/{mergeId}',
      adminSuspendUser: 'POST /v1/admin/users/{userId}/suspend',
      adminReactivateUser: 'POST /v1/admin/users/{userId}/reactivate',
      adminListProjects: 'GET /v1/admin/projects',
      adminArchiveProject: 'POST /v1/admin/projects/{projectId}/archive',
      adminEndCampaign: 'POST /v1/admin/projects/{projectId}/campaigns/{campaignId}/end',
      adminArchiveCampaign: 'POST /v1/admin/projects/{projectId}/campaigns/{campaignId}/archive',
      adminArchiveQuest: 'POST /v1/admin/projects/{projectId}/campaigns/{campaignId}/quests/{questId}/archive',
      adminListSubmissions: 'GET /v1/admin/submissions',
      adminGetSubmission: 'GET /v1/admin/submissions/{submissionId}',
      adminApproveSubmission: 'POST /v1/admin/submissions/{submissionId}/approve',
      adminRejectSubmission: 'POST /v1/admin/submissions/{submissionId}/reject',
      adminUndoReview: 'POST /v1/admin/submissions/{submissionId}/undo',
      adminReverseSubmission: 'POST /v1/admin/submissions/{submissionId}/reverse',
    },
  ],
  [
    superAdmins,
    {
      adminListAdmins: 'GET /v1/admin/admins',
      adminCreateAdmin: 'POST /v1/admin/admins',
      adminUpdateAdmin: 'PATCH /v1/admin/admins/{adminId}',
      adminResetSecondFactor: 'DELETE /v1/admin/admins/{adminId}/2fa',
      adminResetPassword: 'POST /v1/admin/admins/{adminId}/password',
      adminGetSecuritySettings: 'GET /v1/admin/security-settings',
      adminUndoMerge: 'POST /v1/admin/account-merges/{mergeId}/undo',
      adminSetSecuritySettings: 'PUT /v1/admin/security-settings',
      adminListAuditLog: 'GET /v1/admin/audit-log',
      adminGetAuditChainHead: 'GET /v1/admin/audit-log/head',
      adminListMails: 'GET /v1/admin/mails',
      adminRetryMail: 'POST /v1/admin/mails/{mailId}/retry',
      adminListMailSuppressions: 'GET /v1/admin/mail-suppressions',
      adminLiftMailSuppression: 'DELETE /v1/admin/mail-suppressions/{suppressionId}',
      adminListCredentials: 'GET /v1/admin/credentials',
      adminGetCredential: 'GET /v1/admin/credentials/{provider}',
      adminSetCredential: 'PUT /v1/admin/credentials/{provider}',
      adminTestCredential: 'POST /v1/admin/credentials/{provider}/test',
      adminGetNotificationPreferences: 'GET /v1/admin/notifications/preferences',
      adminSetNotificationPreferences: 'PUT /v1/admin/notifications/preferences',
      adminGetIntegrationsHealth: 'GET /v1/admin/integrations/health',
      adminGetChatcommSetup: 'GET /v1/admin/chatcomm/setup',
      adminRegisterMessengerWebhook: 'POST /v1/admin/messenger/register-webhook',
      adminListSpend: 'GET /v1/admin/spend',
      adminGetEscrowBalance: 'GET /v1/admin/credentials/{provider}/balance',
      adminListChains: 'GET /v1/admin/chains',
      adminGetChain: 'GET /v1/admin/chains/{chainId}',
      adminCreateChain: 'POST /v1/admin/chains',
      adminUpdateChain: 'PATCH /v1/admin/chains/{chainId}',
      adminListEscrows: 'GET /v1/admin/escrows',
      adminGetEscrow: 'GET /v1/admin/escrows/{campaignId}',
      adminDryRunEscrow: 'GET /v1/admin/escrows/{campaignId}/dry-run',
      adminListEscrowTransactions: 'GET /v1/admin/escrows/transactions',
      adminGetGuardianMessage: 'GET /v1/admin/escrows/{campaignId}/messages/{guardianAction}',
      adminHoldEscrow: 'POST /v1/admin/escrows/{campaignId}/hold',
      adminRequestHoldRelease: 'POST /v1/admin/escrows/{campaignId}/hold/release',
      adminConfirmHoldRelease: 'POST /v1/admin/escrows/{campaignId}/hold/release/confirm',
      adminPauseEscrow: 'POST /v1/admin/escrows/{campaignId}/pause',
      adminRequestPauseRelease: 'POST /v1/admin/escrows/{campaignId}/pause/release',
      adminConfirmPauseRelease: 'POST /v1/admin/escrows/{campaignId}/pause/release/confirm',
      adminGetPayoutSchedule: 'GET /v1/admin/campaigns/{campaignId}/payout-schedule',
      adminMovePayoutFreeze: 'POST /v1/admin/campaigns/{campaignId}/payout-freeze',
      adminRequestApprovalWithdrawal: 'POST /v1/admin/escrows/{campaignId}/approval/withdrawal',
      adminConfirmApprovalWithdrawal: 'POST /v1/admin/escrows/{campaignId}/approval/withdrawal/confirm',
      adminListPayoutObjections: 'GET /v1/admin/payout-objections',
      adminProposeObjectionDecision: 'POST /v1/admin/payout-objections/{objectionId}/decision',
      adminConfirmObjectionDecision: 'POST /v1/admin/payout-objections/{objectionId}/decision/confirm',
      adminListTaskTypes: 'GET /v1/admin/task-types',
      adminUpdateTaskType: 'PATCH /v1/admin/task-types/{taskTypeId}',
    },
  ],
];

const ofEach = (expectation: Expectation): Record<Actor, Outcome> =>
  Object.fromEntries(ACTORS.map((actor) => [actor, expectation[actor] ?? stranger(actor)])) as Record<Actor, Outcome>;

/** By socket.io namespace: the result of connecting for each actor, and which of the admitted may join a room. */
export const EXPECTED_NAMESPACES: Readonly<Record<string, Readonly<Record<Actor, Outcome>>>> = {
  '/v1/realtime/studio': ofEach(activeUsers),
  '/v1/realtime/admin': ofEach(operators),
};
export const EXPECTED_JOINS: Readonly<Record<Actor, Outcome>> = ofEach(team);

/** By operation id: the route as in OpenAPI, and the result for each actor. */
export const EXPECTED_ACCESS: ReadonlyMap<string, { route: string; outcomes: Readonly<Record<Actor, Outcome>> }> =
  new Map(
    GROUPS.flatMap(([expectation, routes]) => {
      const outcomes = ofEach(expectation);
      return Object.entries(routes).map(([id, route]) => [id, { route, outcomes }]);
    }),
  );
