import { type AccountStatus, AppError, type CampaignStatus, type Period, type QuestStatus, type SubmissionStatus, type VerificationMethod } from '@questp/messages';
import { questAvailability, type QuestAvailability } from '../rules/availability.js';
import { periodKey } from '../rules/period.js';
import { taskType } from '../task-types/catalog.js';
import { fullConfig } from '../task-types/secrets.js';
import type { CompletedBy, JsonObject } from '../task-types/task-type.js';

/** An earner in front of a quest, as the database saw both at `now`. */
export interface QuestEntry {
  userId: string;
  /** The database clock. */
  now: Date;
  accountStatus: AccountStatus;
  /** The period of `now`. */
  periodKey: string;
  availability: QuestAvailability;
  quest: {
    id: string;
    projectId: string;
    projectName: string;
    campaignId: string;
    title: string;
    taskTypeId: string;
    method: VerificationMethod;
    /** With the secrets of the verification. */
    config: JsonObject;
    endsAt: Date | null;
    /** Completions are counted against a limit. */
    limited: boolean;
  };
}

export interface QuestEntryRow {
  now: Date;
  earner_status: AccountStatus | null;
  id: string;
  project_id: string;
  project_name: string;
  campaign_id: string;
  title: string;
  task_type_id: string;
  method: VerificationMethod;
  config: JsonObject;
  verification_config: JsonObject;
  period: Period;
  max_completions: number | null;
  completions: number;
  starts_at: Date | null;
  ends_at: Date | null;
  status: QuestStatus;
  campaign_status: CampaignStatus;
  campaign_starts_at: Date | null;
  campaign_ends_at: Date | null;
  is_member: boolean;
  prerequisites_met: boolean;
  latest_status: SubmissionStatus | null;
  latest_period_key: string | null;
  latest_next_try_at: Date | null;
}

/** NOT_FOUND for a missing quest and for one that is not published. */
export function toQuestEntry(userId: string, row: QuestEntryRow | undefined): QuestEntry {
  if (row === undefined || row.status === 'draft' || row.campaign_status === 'draft') throw new AppError('NOT_FOUND');
  const { now, latest_status: status, latest_period_key: key } = row;
  const availability = questAvailability({
    campaign: { status: row.campaign_status, startsAt: row.campaign_starts_at, endsAt: row.campaign_ends_at },
    quest: {
      status: row.status,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      period: row.period,
      maxCompletions: row.max_completions,
    },
    completions: row.completions,
    prerequisitesMet: row.prerequisites_met,
    isMember: row.is_member,
    latest: status === null || key === null ? null : { status, periodKey: key, nextTryAt: row.latest_next_try_at },
    now,
  });
  return {
    userId,
    now,
    accountStatus: row.earner_status ?? 'active',
    periodKey: periodKey(row.period, now),
    availability,
    quest: {
      id: row.id,
      projectId: row.project_id,
      projectName: row.project_name,
      campaignId: row.campaign_id,
      title: row.title,
      taskTypeId: row.task_type_id,
      method: row.method,
      config: fullConfig({ publicConfig: row.config, verificationConfig: row.verification_config }),
      endsAt: row.ends_at,
      limited: row.max_completions !== null,
    },
  };
}

const ENDPOINTS: Record<CompletedBy, string> = {
  submission: 'POST /v1/quests/:questId/submissions',
  quiz: 'POST /v1/quests/:questId/quiz/submit',
  secret_code: 'POST /v1/quests/:questId/secret-code/verify',
  daily_checkin: 'POST /v1/quests/:questId/daily-checkin/check-in',
  visit: 'POST /v1/quests/:questId/visit/start',
  attestation: 'POST /v1/quests/:questId/attestation/challenge',
};

/** WRONG_TASK_TYPE, naming the endpoint that completes the quest. */
export function assertCompletedBy({ quest }: QuestEntry, expected: CompletedBy): void {
  const type = taskType(quest.taskTypeId);
  if (!type.available) throw new AppError('TASK_TYPE_NOT_AVAILABLE', { detail: type.unavailableReason });
  if (type.completedBy === expected) return;
  throw new AppError('WRONG_TASK_TYPE', {
    detail: `The quest is of type ${type.id}; it is completed by ${ENDPOINTS[type.completedBy]}.`,
  });
}

/** ACCOUNT_SUSPENDED */
export function assertActive({ accountStatus }: QuestEntry): void {
  if (accountStatus === 'suspended') throw new AppError('ACCOUNT_SUSPENDED');
}

/** Throws the reason why the earner cannot act on the quest now, with `availableAt` when it is known. */
export function assertOpen({ availability }: QuestEntry): void {
  if (availability.reason !== null) throw availabilityError(availability);
}

function availabilityError({ reason, availableAt }: QuestAvailability): AppError {
  return new AppError(reason ?? 'QUEST_COOLDOWN', { extra: { availableAt: availableAt?.toISOString() ?? null } });
}
