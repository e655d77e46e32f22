import {
  ACCOUNT_ADDRESS,
  ACCOUNT_CHAIN,
  ACCOUNT_STATUSES,
  AVATAR_URL,
  ClientInfo,
  DISPLAY_NAME,
  USERNAME,
  USER_STATUSES,
  type AccountStatus,
  type Timestamp,
  type UserStatus,
} from '../common.js';
import { EXPORT_KINDS, type ExportKind } from '../exports/export-manifests.js';
import {
  AdminId,
  AnyObject,
  Count,
  enumeration,
  Flag,
  ListOfText,
  Id,
  ListOf,
  Nested,
  OneOf,
  TaskTypeId,
  Text,
  Time,
  UserId,
  Whole,
} from '../fields/index.js';
import {
  CREDENTIAL_FIELD,
  CREDENTIAL_PROVIDERS,
  MOST_CREDENTIAL_FIELDS,
  type CredentialProvider,
} from '../integrations/credential-providers.js';
import { PROJECT_INTEGRATION_ACTIONS, type ProjectIntegrationAction } from '../integrations/project-integrations.js';
import { OAUTH_PROVIDERS, type OAuthProvider } from '../identity/oauth-providers.js';
import { MethodHashes } from '../identity/method-hashes.js';
import { MOST_WALLETS } from '../identity/wallets.js';
import {
  ADMIN_ROLES,
  PRINCIPAL_FAMILIES,
  PROJECT_ROLES,
  type AdminRole,
  type PrincipalFamily,
  type ProjectRole,
} from '../principals.js';
import { MergeSums } from '../quests/account-merges.js';
import { MOST_MEMBERS } from '../quests/invitations.js';
import { MOST_WAITING_COUNTED, SUBMISSION_STATUSES, type SubmissionStatus } from '../quests/submission-status.js';

export class SnapshotWallet {
  @Text({ ...ACCOUNT_CHAIN })
  chainId!: string;

  @Text({ ...ACCOUNT_ADDRESS })
  address!: string;
}

/** State of a user at `version`; consumers keep the highest version they saw. */
export class UserSnapshot {
  @UserId()
  userId!: string;

  @Count()
  version!: number;

  @Text({ ...USERNAME, nullable: true })
  username!: string | null;

  @Text({ ...DISPLAY_NAME, nullable: true })
  displayName!: string | null;

  @Text({ ...AVATAR_URL, nullable: true, optional: true })
  avatarUrl?: string | null;

  @Flag({ optional: true, description: 'Whether anybody may see the primary wallet' })
  showsWallet?: boolean;

  @OneOf(USER_STATUSES)
  status!: UserStatus;

  @Text({ ...ACCOUNT_ADDRESS, nullable: true })
  primaryWallet!: string | null;

  @ListOf(() => SnapshotWallet, { max: MOST_WALLETS })
  wallets!: SnapshotWallet[];

  @MethodHashes({ optional: true })
  methodHashes?: string[];
}

export class AdminCreated {
  @AdminId()
  adminId!: string;

  @Text({ max: 254 })
  email!: string;

  @OneOf(ADMIN_ROLES)
  role!: AdminRole;
}

/** What an operator may do at `version`; consumers keep the highest version they saw. */
export class OperatorAccess {
  @AdminId()
  adminId!: string;

  @Count({ description: 'Grows with each change' })
  version!: number;

  @OneOf(ADMIN_ROLES)
  role!: AdminRole;

  @OneOf(ACCOUNT_STATUSES)
  status!: AccountStatus;
}

export class AdminSignInLocked {
  @AdminId()
  adminId!: string;

  @Text({ max: 254 })
  email!: string;

  @Text({ max: 64 })
  ip!: string;

  @Time({ description: 'When it can be tried again' })
  lockedUntil!: Timestamp;
}

export class AdminSecondFactorReset {
  @AdminId()
  adminId!: string;

  @Text({ max: 254 })
  email!: string;
}

export class TaskTypeSwitched {
  @TaskTypeId()
  taskTypeId!: string;

  @Flag()
  enabled!: boolean;

  @AdminId()
  adminId!: string;

  @Nested(() => ClientInfo, { nullable: true, description: 'From where' })
  client!: ClientInfo | null;
}

export class MailRetried {
  @Id()
  mailId!: string;

  @AdminId()
  adminId!: string;

  @Nested(() => ClientInfo, { nullable: true })
  client!: ClientInfo | null;
}

export class MailSuppressionLifted {
  @Id()
  suppressionId!: string;

  @Text({ max: 254 })
  recipient!: string;

  @AdminId()
  adminId!: string;

  @Nested(() => ClientInfo, { nullable: true })
  client!: ClientInfo | null;
}

export class CredentialChanged {
  @OneOf(CREDENTIAL_PROVIDERS)
  provider!: CredentialProvider;

  @ListOfText({ max: MOST_CREDENTIAL_FIELDS, maxLength: CREDENTIAL_FIELD.max })
  stored!: string[];

  @ListOfText({ max: MOST_CREDENTIAL_FIELDS, maxLength: CREDENTIAL_FIELD.max })
  cleared!: string[];

  @AdminId()
  adminId!: string;

  @Nested(() => ClientInfo, { nullable: true })
  client!: ClientInfo | null;
}

/** A user proved to have an account of a platform, by which its tokens are kept from now on. */
export class AccountLinked {
  @UserId()
  userId!: string;

  @OneOf(OAUTH_PROVIDERS)
  provider!: OAuthProvider;

  @Id()
  grantId!: string;

  @Id({ nullable: true, description: 'The grant before, which this one takes the place of' })
  replaced!: string | null;
}

export class AccountUnlinked {
  @UserId()
  userId!: string;

  @OneOf(OAUTH_PROVIDERS)
  provider!: OAuthProvider;

  @Id()
  grantId!: string;
}

/** Of one account by another, by the same owner. */
export class AccountMerged {
  @Id()
  mergeId!: string;

  @UserId({ description: 'The surviving account' })
  survivorId!: string;

  @UserId({ description: 'The absorbed account' })
  absorbedId!: string;
}

/** All that the two accounts earned is where it belongs. */
export class AccountMergeSettled extends AccountMerged {
  @Nested(() => MergeSums)
  sums!: MergeSums;

  @Flag({ description: 'Whether it is the undoing that is settled' })
  undone!: boolean;
}

export class AccountMergeObjected extends AccountMerged {
  @Time({ description: 'Until when operators can undo it' })
  undoableUntil!: Timestamp;
}

export class AccountDeleted {
  @UserId()
  userId!: string;
}

export class GrantRefused {
  @OneOf(OAUTH_PROVIDERS)
  provider!: OAuthProvider;

  @Id()
  grantId!: string;
}

export class MemberRemoved {
  @Id()
  projectId!: string;

  @Text({ max: 100 })
  projectName!: string;

  @UserId()
  userId!: string;

  @UserId({ optional: true, description: 'The member itself, who left, or a project_admin' })
  removedBy?: string;
}

export class MemberAdded {
  @Id()
  projectId!: string;

  @Text({ max: 100 })
  projectName!: string;

  @UserId()
  userId!: string;

  @OneOf(PROJECT_ROLES)
  role!: ProjectRole;

  @UserId({ optional: true })
  invitedBy?: string;
}

export class MemberChanged {
  @Id()
  projectId!: string;

  @Text({ max: 100, optional: true, description: 'Absent in older events' })
  projectName?: string;

  @UserId()
  userId!: string;

  @OneOf(PROJECT_ROLES)
  role!: ProjectRole;
}

export class MemberInvited extends MemberAdded {
  @Id()
  invitationId!: string;

  @Time()
  expiresAt!: Timestamp;
}

export class ProjectArchived {
  @Id()
  projectId!: string;
}

export class ProjectIntegrationChanged {
  @Id()
  projectId!: string;

  @OneOf(PROJECT_INTEGRATION_ACTIONS)
  action!: ProjectIntegrationAction;

  @AnyObject({ maxBytes: 2_048, description: 'Names that identify it' })
  details!: Record<string, unknown>;

  @UserId({ nullable: true, description: 'Who did it; null: it went with a member or with the project' })
  userId!: string | null;
}

export class CampaignMoved {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;
}

/** Events of a campaign that its people are told of. */
export const ANNOUNCED_TYPES = enumeration('AnnouncedType', ['campaign.started', 'campaign.ended']);
export type AnnouncedType = (typeof ANNOUNCED_TYPES)[number];

/** People of one event. */
export const MOST_ANNOUNCED = 500;

export class CampaignAnnounced extends CampaignMoved {
  @OneOf(ANNOUNCED_TYPES)
  announced!: AnnouncedType;

  @Text({ max: 160 })
  campaignTitle!: string;

  @ListOfText({ max: MOST_ANNOUNCED, maxLength: 40, form: 'user_id' })
  userIds!: string[];
}

export class ExportFinished {
  @Id({ description: 'Of its manifest' })
  manifestId!: string;

  @Id()
  projectId!: string;

  @Id({ nullable: true })
  campaignId!: string | null;

  @OneOf(EXPORT_KINDS)
  kind!: ExportKind;

  @Text({ max: 300, description: 'As it was sent' })
  fileName!: string;
}

export class SubmissionSnapshot {
  @Id()
  submissionId!: string;

  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;

  @Id()
  questId!: string;

  @Text({ max: 160 })
  questTitle!: string;

  @UserId()
  userId!: string;

  @OneOf(SUBMISSION_STATUSES)
  status!: SubmissionStatus;

  @Count()
  pointsAwarded!: number;

  @Text({ max: 1000, nullable: true })
  reason!: string | null;
}

export class SubmissionPending extends SubmissionSnapshot {
  @Time({ optional: true, description: 'When its check is repeated next' })
  nextTryAt?: Timestamp;
}

export const REVIEW_OUTCOMES = enumeration('ReviewOutcome', ['approved', 'rejected', 'undone', 'reversed']);

export class SubmissionReviewed extends SubmissionSnapshot {
  @OneOf(REVIEW_OUTCOMES)
  decision!: (typeof REVIEW_OUTCOMES)[number];
}

export class ReviewWaiting {
  @Id()
  projectId!: string;

  @Text({ max: 100 })
  projectName!: string;

  @Whole({ min: 1, max: MOST_WAITING_COUNTED, description: 'Submissions that wait; 1,000: so many or more' })
  waiting!: number;

  @ListOfText({ max: MOST_MEMBERS, maxLength: 40, form: 'user_id', description: 'The team' })
  userIds!: string[];
}

export class CodesGuessed {
  @Id()
  questId!: string;

  @Text({ max: 160 })
  questTitle!: string;

  @Id()
  projectId!: string;

  @ListOfText({ max: MOST_MEMBERS, maxLength: 40, form: 'user_id', description: 'The team' })
  userIds!: string[];
}

export class PrincipalRevoked {
  @OneOf(PRINCIPAL_FAMILIES)
  family!: PrincipalFamily;

  @Text({ max: 64, description: 'User id, admin id or API key id' })
  id!: string;

  @Id({ optional: true, description: 'Only this session; all when absent' })
  sessionId?: string;
}

export class NotificationCreated {
  @Id()
  notificationId!: string;

  @UserId()
  userId!: string;

  @Text({ max: 64, description: 'What happened' })
  kind!: string;
}

export class NotificationRead {
  @UserId()
  userId!: string;

  @Id({ nullable: true, description: 'Null: all there were' })
  notificationId!: string | null;
}

/** Told at most once a minute of one thing, with what was noted of it last; see `note` of libs/events. */
class Noted {
  @Whole({ min: 1, max: 2_147_483_647, description: 'Number of occurrences since the last event' })
  times!: number;
}

export const PARKED_DIRECTIONS = enumeration('ParkedDirection', ['in', 'out']);

export class EventParked extends Noted {
  @Text({ max: 64, description: 'The service that parked' })
  service!: string;

  @OneOf(PARKED_DIRECTIONS, { description: 'Whether applying or publishing the event failed' })
  direction!: (typeof PARKED_DIRECTIONS)[number];

  @Text({ max: 64, nullable: true, description: 'Type of the last one; null: it cannot be read' })
  type!: string | null;
}

export const INTEGRATION_STATES = enumeration('IntegrationState', ['up', 'down']);
export type IntegrationState = (typeof INTEGRATION_STATES)[number];

export class IntegrationChanged extends Noted {
  @Text({ max: 64, description: 'Name of the third party' })
  destination!: string;

  @Text({
    max: 300,
    nullable: true,
    description: 'Host and port configured by the operator; null: supplied by a client',
  })
  host!: string | null;

  @OneOf(INTEGRATION_STATES, { description: 'down: it kept failing and is left alone for a while' })
  state!: IntegrationState;
}

export class EventStreamFilling extends Noted {
  @Whole({ min: 0, max: 100, description: 'Bytes of the stream in percent of its bound' })
  percent!: number;
}

export class MailGivenUp extends Noted {
  @Id({ description: 'The last one' })
  mailId!: string;
}
