import {
  type AccountStatus,
  AppError,
  type CampaignStatus,
  type Period,
  type QuestStatus,
  type SubmissionStatus,
  type VerificationMethod,
} from '@questp/messages';
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
  earnerStatus: AccountStatus | null;
  id: string;
  projectId: string;
  projectName: string;
  campaignId: string;
  title: string;
  taskTypeId: string;
  method: VerificationMethod;
  config: JsonObject;
  verificationConfig: JsonObject;
  period: Period;
  maxCompletions: number | null;
  completions: number;
  startsAt: Date | null;
  endsAt: Date | null;
  status: QuestStatus;
  campaignStatus: CampaignStatus;
  campaignStartsAt: Date | null;
  campaignEndsAt: Date | null;
  isMember: boolean;
  prerequisitesMet: boolean;
  latestStatus: SubmissionStatus | null;
  latestPeriodKey: string | null;
  latestNextTryAt: Date | null;
}

/** NOT_FOUND for a missing quest and for one that is not published. */
export function toQuestEntry(userId: string, row: QuestEntryRow | undefined): QuestEntry {
  if (row === undefined || row.status === 'draft' || row.campaignStatus === 'draft') throw new AppError('NOT_FOUND');
  const { now, latestStatus: status, latestPeriodKey: key } = row;
  const availability = questAvailability({
    campaign: { status: row.campaignStatus, startsAt: row.campaignStartsAt, endsAt: row.campaignEndsAt },
    quest: {
      status: row.status,
      startsAt: row.startsAt,
      endsAt: row.endsAt,
      period: row.period,
      maxCompletions: row.maxCompletions,
    },
    completions: row.completions,
    prerequisitesMet: row.prerequisitesMet,
    isMember: row.isMember,
    latest: status === null || key === null ? null : { status, periodKey: key, nextTryAt: row.latestNextTryAt },
    now,
  });
  return {
    userId,
    now,
    accountStatus: row.earnerStatus ?? 'active',
    periodKey: periodKey(row.period, now),
    availability,
    quest: {
      id: row.id,
      projectId: row.projectId,
      projectName: row.projectName,
      campaignId: row.campaignId,
      title: row.title,
      taskTypeId: row.taskTypeId,
      method: row.method,
      config: fullConfig({ publicConfig: row.config, verificationConfig: row.verificationConfig }),
      endsAt: row.endsAt,
      limited: row.maxCompletions !== null,
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
