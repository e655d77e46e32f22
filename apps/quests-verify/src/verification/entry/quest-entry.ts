import { AppError, opensAt, type UserStatus, type Contract } from '@questp/messages/language';
import type { CampaignStatus, MissingPrerequisite, QuestStatus, VerificationMethod } from '@questp/messages/quests';
import type { Period, SubmissionStatus } from '@questp/messages/shared';
import { requireActive } from '../../people/access/require-active.js';
import { questAvailability, type QuestAvailability } from '../../catalog/definition/availability.js';
import { askForProof, lacksProof } from '../../catalog/definition/proof.js';
import { validateInputs } from '../../catalog/definition/validation.js';
import { periodKey } from '../../shared/period.js';
import { unstorableText } from '../../shared/unstorable-text.js';
import { fullConfig } from '../../catalog/definition/secrets.js';
import {
  availableType,
  completingContract,
  type AvailableTaskType,
  type TaskType,
} from '../../catalog/definition/task-type.js';
import type { TaskTypes } from '../../catalog/definition/task-types.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';

/** An earner and a quest, as read from the database at `now`. */
export interface QuestEntry {
  userId: string;
  /** The database clock. */
  now: Date;
  accountStatus: UserStatus;
  /** The earner is a member of the project. */
  isMember: boolean;
  /** The period of `now`, or of the submission that is checked again. */
  periodKey: string;
  availability: QuestAvailability;
  /** In the order of the quest's prerequisites. */
  missingPrerequisites: readonly MissingPrerequisite[];
  /** The campaign or its project is archived: nothing is credited. */
  isArchived: boolean;
  /** The campaign has ended: nothing can be handed in any more. */
  isEnded: boolean;
  type: TaskType;
  quest: {
    id: string;
    projectId: string;
    projectName: string;
    campaignId: string;
    campaignStartsAt: Date | null;
    /** What checks of the campaign may cost, in US dollars. */
    checkBudgetUsd: string | null;
    /** Account that owns the project; null: it has no admin. */
    ownerId: string | null;
    campaignEndsAt: Date | null;
    /** Until when checks of an ended campaign count for its payouts; null: it has not ended, or has no reward pool. */
    payoutFreezesAt: Date | null;
    title: string;
    taskTypeId: string;
    method: VerificationMethod;
    /** With the secrets of the configuration. */
    config: JsonObject;
    period: Period;
    /** The quest has a limit of completions. */
    limited: boolean;
  };
}

/** An entry whose quest has an available task type. */
export interface AvailableEntry extends QuestEntry {
  type: AvailableTaskType;
}

/** What a check reads of an entry. A preview has no entry. */
export interface CheckedEntry extends Pick<AvailableEntry, 'userId' | 'now' | 'periodKey' | 'type'> {
  quest: Pick<
    QuestEntry['quest'],
    | 'id'
    | 'projectId'
    | 'campaignId'
    | 'campaignStartsAt'
    | 'campaignEndsAt'
    | 'checkBudgetUsd'
    | 'ownerId'
    | 'method'
    | 'config'
    | 'period'
  >;
}

export interface QuestEntryRow {
  now: Date;
  earnerStatus: UserStatus | null;
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
  payoutFreezesAt: Date | null;
  checkBudgetUsd: string | null;
  ownerId: string | null;
  isMember: boolean;
  missingPrerequisites: MissingPrerequisite[];
  latestStatus: SubmissionStatus | null;
  latestPeriodKey: string | null;
  latestNextTryAt: Date | null;
  latestProofUntil: Date | null;
  formerPeriodKey: string | null;
}

/** NOT_FOUND for an unknown or unpublished quest. */
export function toQuestEntry(userId: string, row: QuestEntryRow | undefined, types: TaskTypes): QuestEntry {
  if (row === undefined || row.status === 'draft' || row.campaignStatus === 'draft') throw new AppError('NOT_FOUND');
  const { now, latestStatus: status, latestPeriodKey: key } = row;
  const type = types.get(row.taskTypeId);
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
    prerequisitesMet: row.missingPrerequisites.length === 0,
    isMember: row.isMember,
    isSuspended: row.earnerStatus === 'suspended',
    isVerifiable: type.available,
    // An attempt is admitted, and counted, by its feature.
    blocker: null,
    latest:
      status === null || key === null
        ? null
        : { status, periodKey: key, nextTryAt: row.latestNextTryAt, proofUntil: row.latestProofUntil },
    formerPeriodKey: row.formerPeriodKey,
    now,
  });
  return {
    userId,
    now,
    accountStatus: row.earnerStatus ?? 'active',
    isMember: row.isMember,
    periodKey: periodKey(row.period, now),
    availability,
    missingPrerequisites: row.missingPrerequisites,
    isArchived: row.campaignStatus === 'archived',
    isEnded: row.campaignStatus === 'ended',
    type,
    quest: {
      id: row.id,
      projectId: row.projectId,
      projectName: row.projectName,
      campaignId: row.campaignId,
      campaignStartsAt: row.campaignStartsAt,
      checkBudgetUsd: row.checkBudgetUsd,
      ownerId: row.ownerId,
      campaignEndsAt: row.campaignEndsAt,
      payoutFreezesAt: row.payoutFreezesAt,
      title: row.title,
      taskTypeId: row.taskTypeId,
      method: row.method,
      config: fullConfig({ publicConfig: row.config, verificationConfig: row.verificationConfig }),
      period: row.period,
      limited: row.maxCompletions !== null,
    },
  };
}

/** WRONG_TASK_TYPE, naming the route that completes the quest. */
export function assertCompletedBy(entry: QuestEntry, contract: Contract): asserts entry is AvailableEntry {
  const { type } = entry;
  if (!type.available) {
    assertOpen(entry);
    throw new AppError('TASK_TYPE_NOT_AVAILABLE', { detail: type.unavailableReason });
  }
  const completedBy = completingContract(type);
  if (completedBy.subject === contract.subject) return;
  throw new AppError('WRONG_TASK_TYPE', {
    detail: `The quest is of type ${type.id}; it is completed by ${completedBy.http[0]?.route ?? completedBy.subject}.`,
  });
}

/** The entry for a check of a stored submission. */
export const availableEntry = (entry: QuestEntry): AvailableEntry => ({ ...entry, type: availableType(entry.type) });

/** @throws AppError as `requireActive` */
export function assertActive({ accountStatus }: QuestEntry): void {
  requireActive(accountStatus);
}

/** True if the earner's pending submission waits for a proof. */
export const isProofAsked = ({ availability }: QuestEntry): boolean => availability.reason === 'PROOF_NEEDED';

/**
 * As `assertOpen`, for an attempt: a pending submission that waits for a proof is open to inputs that contain one, also
 * when the campaign has ended.
 */
export function assertOpenFor(entry: QuestEntry, inputs: JsonObject): void {
  if (!isProofAsked(entry) || lacksProof(entry.type, inputs)) return assertOpen(entry);
  if (entry.isMember) throw new AppError('MEMBER_CANNOT_EARN');
  if (entry.isArchived) throw new AppError('CAMPAIGN_NOT_ACTIVE');
}

/**
 * Throws the reason why the earner cannot act on the quest now, with `availableAt` if known and with the missing
 * prerequisites.
 */
export function assertOpen(entry: QuestEntry): void {
  const { missingPrerequisites } = entry;
  const { reason, availableAt } = entry.availability;
  if (reason === null) return;
  const detail = reason === 'PROOF_NEEDED' ? { detail: askForProof(entry.type) } : {};
  const missing = reason === 'PREREQUISITES_NOT_MET' ? { missingPrerequisites } : {};
  throw new AppError(reason, { ...detail, extra: { ...opensAt(availableAt), ...missing } });
}

/** The inputs with defaults filled in. TASK_INPUTS_INVALID with pointers below `root`. */
export function checkInputs({ type, quest }: QuestEntry, inputs: JsonObject, root: '' | '/inputs'): JsonObject {
  const unstorable = unstorableText(inputs);
  const result =
    unstorable === null
      ? validateInputs(type, quest.config, inputs, quest.method)
      : { ok: false as const, errors: [unstorable] };
  if (result.ok) return result.value;
  const errors = result.errors.map((error) => ({ ...error, pointer: `${root}${error.pointer}` }));
  throw new AppError('TASK_INPUTS_INVALID', { errors });
}
