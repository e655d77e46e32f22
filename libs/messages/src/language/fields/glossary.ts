interface Word {
  description: string;
  /** A value that fits every member of this name. */
  example?: unknown;
}

/** Ids and times, which mean the same wherever they occur: their descriptions and examples unless a field has its own. */
export const GLOSSARY: Readonly<Record<string, Word>> = {
  adminId: { description: 'Id of the operator' },
  apiKeyId: { description: 'Id of the API key', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a01' },
  at: { description: 'When it happened' },
  campaignId: { description: 'Id of the campaign', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a02' },
  chainId: { description: 'Id of the chain', example: 'cosmoshub-4' },
  createdAt: { description: 'When it was created' },
  expiresAt: { description: 'When it expires', example: '2026-05-08T12:00:00.000Z' },
  fileId: { description: 'Id of the file', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a2f' },
  invitationId: { description: 'Id of the invitation', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a03' },
  mergeId: { description: 'Id of the merge', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a21' },
  notificationId: { description: 'Id of the notification', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a04' },
  offerId: { description: 'Id of the merge offer', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a21' },
  projectId: { description: 'Id of the project', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a05' },
  questId: { description: 'Id of the quest', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a06' },
  sessionId: { description: 'Id of the session', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a07' },
  submissionId: { description: 'Id of the submission', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a08' },
  taskTypeId: { description: 'Id of the task type in the catalog', example: 'custom_manual' },
  updatedAt: { description: 'When it was last changed' },
  userId: { description: 'Public id of the user', example: 'svcuser_0190b5e46f0e7c3a9d7a3f1f0c5a2b01' },
  walletId: { description: 'Id of the linked wallet', example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a09' },
};
