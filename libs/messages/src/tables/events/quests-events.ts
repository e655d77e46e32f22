import { AccountMergeSettled } from '../../identity/account-merges.js';
import { ReviewWaiting, SubmissionReviewed } from '../../quests/review/review.js';
import { CampaignAnnounced } from '../../quests/studio/announcements.js';
import { CampaignMoved } from '../../quests/studio/campaigns.js';
import { MemberAdded, MemberInvited } from '../../quests/studio/invitations.js';
import { MemberChanged, MemberRemoved } from '../../quests/studio/members.js';
import { ProjectArchived } from '../../quests/studio/projects.js';
import {
  ConnectionLost,
  QuestActsUndone,
  QuestMisconfigured,
  QuestTargetRenamed,
  WebhookAlert,
} from '../../quests/studio/team-alerts.js';
import { ReferralCounted } from '../../quests/task-types/referral.js';
import { CodesGuessed } from '../../quests/task-types/secret-code.js';
import { TaskTypeFailed, TaskTypeSwitched } from '../../quests/task-types/task-types.js';
import { ProofNeeded, SubmissionPending, SubmissionSnapshot } from '../../quests/verification/submissions.js';
import type { EventRow } from './event-row.js';

/** Events of quests-verify. */
export const QUESTS_EVENTS = {
  'account.merge_settled': {
    aggregate: 'user',
    from: 'quests-verify',
    to: ['identity', 'notifier'],
    meaning: 'All submissions and credits of a merge or its undoing were moved',
    data: AccountMergeSettled,
  },
  'task_type.failed': {
    aggregate: 'task type',
    from: 'quests-verify',
    to: [],
    operators: 'platform:manage',
    meaning: 'Checks of a task type ended with an error of its code; published at most once a minute per task type',
    data: TaskTypeFailed,
  },
  'task_type.switched': {
    aggregate: 'task type',
    from: 'quests-verify',
    to: ['identity'],
    operators: 'task_types:manage',
    meaning: 'An operator enabled or disabled a task type',
    data: TaskTypeSwitched,
  },
  'project.member_invited': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['identity', 'notifier'],
    audience: ['userId', 'projectId'],
    meaning: 'A user was invited to a project team',
    data: MemberInvited,
  },
  'project.member_added': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['identity', 'notifier'],
    audience: ['userId', 'projectId'],
    meaning: 'A user accepted an invitation and joined a project team',
    data: MemberAdded,
  },
  'project.member_removed': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['identity', 'notifier', 'integrations'],
    audience: ['userId', 'projectId'],
    meaning: 'A user left a project team or was removed from it',
    data: MemberRemoved,
  },
  'project.member_updated': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['notifier'],
    audience: ['userId', 'projectId'],
    meaning: "A member's role in a project team changed",
    data: MemberChanged,
  },
  'project.archived': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['identity', 'integrations'],
    audience: ['projectId'],
    meaning: 'A project was archived with its campaigns and quests',
    data: ProjectArchived,
  },
  'campaign.activated': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: [],
    audience: ['projectId'],
    meaning: 'A campaign went live',
    data: CampaignMoved,
  },
  'campaign.started': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: [],
    audience: ['projectId'],
    meaning: 'The start time of an active campaign was reached',
    data: CampaignMoved,
  },
  'campaign.ended': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: [],
    audience: ['projectId'],
    meaning: 'A campaign ended or expired',
    data: CampaignMoved,
  },
  'campaign.pool_unfunded': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: ['notifier'],
    audience: ['projectId'],
    meaning: 'A campaign started whose automatic reward pool is not funded: it pays nothing until it is',
    data: CampaignMoved,
  },
  'campaign.budget_nearly_used': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: [],
    meaning: 'Checks have cost 80 % of the budget of a campaign; once for each budget',
    data: CampaignMoved,
  },
  'campaign.budget_used': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: [],
    meaning: 'The budget of a campaign did not cover a check, which waits; once for each budget',
    data: CampaignMoved,
  },
  'campaign.announced': {
    aggregate: 'campaign',
    from: 'quests-verify',
    to: ['notifier'],
    meaning:
      'Recipients to notify that a campaign started or its budget is used (team), or that it ended (team and participants)',
    data: CampaignAnnounced,
  },
  'submission.in_review': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: [],
    audience: ['userId', 'projectId'],
    operators: 'moderation:global',
    meaning: 'A submission waits for review',
    data: SubmissionSnapshot,
  },
  'submission.pending': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: [],
    audience: ['userId', 'projectId'],
    meaning: 'A submission is pending and will be checked again',
    data: SubmissionPending,
  },
  'submission.proof_needed': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: ['notifier'],
    audience: ['userId'],
    meaning: 'The check of a pending submission gives no result, and a reviewer needs a proof to decide',
    data: ProofNeeded,
  },
  'referral.counted': {
    aggregate: 'user',
    from: 'quests-verify',
    to: ['notifier'],
    audience: ['userId'],
    meaning: 'An earner invited by the user met the condition of a quest; once for each quest and earner',
    data: ReferralCounted,
  },
  'submission.rejected': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: ['notifier'],
    audience: ['userId', 'projectId'],
    meaning: 'A repeated check ended a pending submission without a credit',
    data: SubmissionSnapshot,
  },
  'submission.claimed': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: [],
    audience: ['userId', 'projectId'],
    meaning: 'A submission was verified and credited',
    data: SubmissionSnapshot,
  },
  'submission.confirmed': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'A repeated check credited a pending submission, beside submission.claimed',
    data: SubmissionSnapshot,
  },
  'submission.sent_to_review': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'An automatic check ended in review, beside submission.in_review',
    data: SubmissionSnapshot,
  },
  'submission.reviewed': {
    aggregate: 'submission',
    from: 'quests-verify',
    to: ['notifier'],
    audience: ['userId', 'projectId'],
    operators: 'moderation:global',
    meaning: 'A reviewer decided, undid a decision or took points back',
    data: SubmissionReviewed,
  },
  'review.waiting': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'Submissions are waiting for review; published at most once a minute per team',
    data: ReviewWaiting,
  },
  'quest.misconfigured': {
    aggregate: 'quest',
    from: 'quests-verify',
    to: ['notifier'],
    meaning:
      'A quest cannot be verified until the team changes it; sent once until the quest or a connection of the project changes, and again after a week',
    data: QuestMisconfigured,
  },
  'quest.target_renamed': {
    aggregate: 'quest',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'A check found the target of a quest under another name; the configuration has the new name',
    data: QuestTargetRenamed,
  },
  'quest.acts_undone': {
    aggregate: 'quest',
    from: 'quests-verify',
    to: ['notifier'],
    meaning:
      'The check after a credit found that the act was taken back; published at most once a day for a quest, whatever happened to the points',
    data: QuestActsUndone,
  },
  'project.connection_lost': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'A platform refused a connection of a project, or it was removed',
    data: ConnectionLost,
  },
  'project.webhook_failing': {
    aggregate: 'project',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'A webhook of a project does not take its deliveries, or was disabled because of it',
    data: WebhookAlert,
  },
  'quest.codes_guessed': {
    aggregate: 'quest',
    from: 'quests-verify',
    to: ['notifier'],
    meaning: 'Many wrong codes are entered for a quest; published at most once an hour',
    data: CodesGuessed,
  },
} as const satisfies Record<string, EventRow>;
