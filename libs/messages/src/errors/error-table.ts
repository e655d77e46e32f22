/**
 * Every error the platform answers with: code -> HTTP status and title (RFC 9457 `title`).
 * One table for the gateway, the message contracts, OpenAPI and docs/errors.md (checked for drift).
 * A code is part of the API: it is never renamed or reused.
 */
export const ERROR_TABLE = {
  // Requests
  BAD_REQUEST: { status: 400, title: 'The request is malformed' },
  VALIDATION_FAILED: { status: 400, title: 'The request has invalid members' },
  INVALID_JSON: { status: 400, title: 'The body is not valid JSON' },
  DUPLICATE_JSON_KEY: { status: 400, title: 'The body names a member twice' },
  INVALID_CURSOR: { status: 400, title: 'The cursor is not one this list gave out' },
  NOT_FOUND: { status: 404, title: 'There is no such resource' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'The resource does not support this method' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The body is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The body must be application/json in UTF-8' },
  RATE_LIMITED: { status: 429, title: 'Too many requests' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'The Idempotency-Key was used with another body' },
  IDEMPOTENCY_IN_FLIGHT: { status: 409, title: 'A request with this Idempotency-Key is still running' },
  // Platform
  INTERNAL: { status: 500, title: 'Something failed on our side' },
  SERVICE_UNAVAILABLE: { status: 503, title: 'A part of the platform is unavailable; nothing was done' },
  UPSTREAM_TIMEOUT: { status: 504, title: 'No answer in time; the action may have been done' },
  // Access
  UNAUTHENTICATED: { status: 401, title: 'A valid token of the right family is needed' },
  FORBIDDEN: { status: 403, title: 'The signed-in principal may not do this' },
  ACCOUNT_SUSPENDED: { status: 403, title: 'The account is suspended' },
  // Sign-in and identity
  WALLET_SIGNATURE_INVALID: { status: 401, title: 'The wallet signature does not prove the address' },
  CHAIN_NOT_SUPPORTED: { status: 400, title: 'The chain is not available for this' },
  WALLET_ADDRESS_INVALID: { status: 400, title: 'The address is not a valid account of the chain' },
  IDENTITY_IN_USE: { status: 409, title: 'The identity belongs to another account' },
  WALLET_ALREADY_LINKED: { status: 409, title: 'The wallet is linked to this account already' },
  LAST_SIGN_IN_METHOD: { status: 409, title: 'The last way to sign in cannot be removed' },
  USERNAME_TAKEN: { status: 409, title: 'The username is taken' },
  CREDENTIALS_INVALID: { status: 401, title: 'E-mail or password is wrong' },
  SIGN_IN_LOCKED: { status: 429, title: 'Too many wrong attempts; sign-in is locked for a while' },
  EMAIL_IN_USE: { status: 409, title: 'An operator with this e-mail exists' },
  LAST_SUPER_ADMIN: { status: 409, title: 'The last active super admin cannot be removed' },
  // Projects, campaigns, quests
  SLUG_TAKEN: { status: 409, title: 'The slug is taken' },
  ALREADY_MEMBER: { status: 409, title: 'The user is a member of the project already' },
  LAST_PROJECT_ADMIN: { status: 409, title: 'A project needs at least one project_admin' },
  INVALID_TRANSITION: { status: 409, title: 'The state does not allow this step' },
  CAMPAIGN_NOT_READY: { status: 409, title: 'The campaign lacks something it needs to start' },
  TASK_TYPE_DISABLED: { status: 409, title: 'The task type is disabled on this platform' },
  TASK_TYPE_NOT_AVAILABLE: { status: 409, title: 'The verification of this task type is not available yet' },
  TASK_CONFIG_INVALID: { status: 400, title: 'The configuration does not fit the task type' },
  PREREQUISITE_INVALID: { status: 400, title: 'A prerequisite is not a quest of this campaign or forms a circle' },
  // Taking part
  TASK_INPUTS_INVALID: { status: 400, title: 'The inputs do not fit the quest' },
  WRONG_TASK_TYPE: { status: 409, title: 'The quest is of another task type' },
  QUEST_NOT_STARTED: { status: 409, title: 'The quest has not started' },
  QUEST_ENDED: { status: 409, title: 'The quest has ended' },
  QUEST_ARCHIVED: { status: 409, title: 'The quest is not open' },
  CAMPAIGN_NOT_ACTIVE: { status: 409, title: 'The campaign is not active' },
  QUEST_COOLDOWN: { status: 409, title: 'The quest is available again later' },
  QUEST_FULL: { status: 409, title: 'The quest has reached its completion limit' },
  PREREQUISITES_NOT_MET: { status: 409, title: 'Another quest comes first' },
  ALREADY_COMPLETED: { status: 409, title: 'The quest is completed already' },
  SUBMISSION_IN_REVIEW: { status: 409, title: 'The submission waits for review' },
  SUBMISSION_FINAL: { status: 409, title: 'The submission was decided for good' },
  MEMBER_CANNOT_EARN: { status: 403, title: 'Members of the project earn no points in it' },
  QUIZ_ATTEMPTS_EXHAUSTED: { status: 409, title: 'All attempts at the quiz are used' },
  SECRET_CODE_WRONG: { status: 422, title: 'The code is wrong' },
  TERMS_VERSION_MISMATCH: { status: 409, title: 'Other terms are in force' },
  WALLET_NOT_LINKED: { status: 422, title: 'No linked wallet fits the quest' },
  WALLET_ALREADY_USED: { status: 409, title: 'The wallet has completed this quest for another account' },
  CHALLENGE_INVALID: { status: 401, title: 'The signed text is unknown, used, expired or not proven by the signature' },
  VISIT_TOKEN_INVALID: { status: 409, title: 'The visit token is unknown, used or expired' },
  VISIT_TOO_SHORT: { status: 409, title: 'The visit has not lasted long enough' },
  // Review
  ALREADY_REVIEWED: { status: 409, title: 'Another decision was made already' },
  NOT_IN_REVIEW: { status: 409, title: 'The submission does not wait for review' },
  UNDO_WINDOW_CLOSED: { status: 409, title: 'A decision can be undone for 15 minutes only' },
  NOTHING_TO_UNDO: { status: 409, title: 'There is no decision to undo' },
} as const satisfies Record<string, { status: number; title: string }>;

export type ErrorCode = keyof typeof ERROR_TABLE;
