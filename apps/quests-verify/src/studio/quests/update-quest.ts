import { Injectable } from '@nestjs/common';
import {
  AppError,
  fieldError,
  requireVersion,
  type FieldError,
  type RequestOf,
  refuseInvalid,
} from '@questp/messages/language';
import { updateQuest, type Quest } from '@questp/messages/quests';
import { Database, type Tx } from '@questp/postgres';
import { Bus, Rpc } from '@questp/service';
import { ChainRegistry } from '@questp/service-kit/chains';
import { usePicture } from '@questp/service-kit';
import { changedMembers } from '../audit/changed-members.js';
import { ProjectAuditRepository } from '../audit/project-audit.repository.js';
import { CampaignsRepository } from '../campaigns/campaigns.repository.js';
import { requireQuestsKept } from '../pool-lock.js';
import { windowErrors } from '../../shared/window.js';
import { TASK_TYPES } from '../../task-types/index.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { changedRules, DECIDING, rulesFixed, unusedSince } from './fixed-rules.js';
import { offersLess } from './offers-less.js';
import { requirePrerequisites } from './prerequisites.js';
import { requireEnabledChains } from './require-enabled-chains.js';
import { questSettings } from './quest-settings.js';
import { readQuestFields } from './quest-request.js';
import { toQuest, type QuestRow } from './quest.js';
import { QuestsRepository } from './quests.repository.js';
import { ResolveTarget } from './resolve-target.js';

@Injectable()
export class UpdateQuest {
  constructor(
    private readonly database: Database,
    private readonly campaignsRepository: CampaignsRepository,
    private readonly questsRepository: QuestsRepository,
    private readonly projectAuditRepository: ProjectAuditRepository,
    private readonly chainRegistry: ChainRegistry,
    private readonly resolveTarget: ResolveTarget,
    private readonly bus: Bus,
  ) {}

  @Rpc(updateQuest)
  async execute({
    projectId,
    campaignId,
    questId,
    ifMatch,
    ...request
  }: RequestOf<typeof updateQuest>): Promise<Quest> {
    const change = readQuestFields(request);
    if (change.config !== undefined || change.method !== undefined) {
      const { taskTypeId, config, method } = await this.questsRepository.get({ projectId, campaignId }, questId);
      const asked = change.config ?? config;
      const by = change.method ?? method;
      const resolved = await this.resolveTarget.execute(projectId, taskTypeId, asked, by, config);
      if (change.config !== undefined) change.config = resolved;
    }
    await usePicture(this.bus, change.imageUrl);
    return this.database.transaction(async (tx) => {
      const setsLimit = change.maxCompletions !== undefined && change.maxCompletions !== null;
      const campaign = await this.campaignsRepository.lockQuests(tx, projectId, campaignId);
      const mayDecide = DECIDING.some((member) => change[member] !== undefined);
      if (setsLimit || mayDecide) await this.campaignsRepository.lockCredits(tx, campaignId);
      const current = await this.questsRepository.lock(tx, campaignId, questId);
      requireVersion(ifMatch, current);
      if (current.status === 'archived') throw new AppError('INVALID_TRANSITION', { detail: 'The quest is archived.' });
      const type = TASK_TYPES.get(current.taskTypeId);
      const settings = questSettings(type, change, current);
      requireEnabledChains(type, settings.config, this.chainRegistry, current.config);
      // Only a quest with a limit counts as it goes.
      const completions = setsLimit ? await this.questsRepository.countClaimed(tx, questId) : current.completions;
      const next: QuestRow = { ...current, ...change, ...settings, completions };
      refuseInvalid([...windowErrors(next), ...limitErrors(next)]);
      if (offersLess(current, next)) requireQuestsKept(campaign, await this.questsRepository.now(tx));
      await this.refuseFixed(tx, current, next, change.config);
      if (change.prerequisites !== undefined) {
        requirePrerequisites(change.prerequisites, await this.questsRepository.outline(tx, campaignId), questId);
      }
      await this.addToAudit(tx, current, next, change);
      return toQuest(await this.questsRepository.update(tx, next));
    });
  }

  /** Counts new secrets as a changed configuration. */
  private async addToAudit(tx: Tx, current: QuestRow, next: QuestRow, change: Partial<QuestRow>): Promise<void> {
    const names = changedMembers(current, next, { ...change, verificationConfig: next.verificationConfig });
    const changed = [...new Set(names.map((name) => (name === 'verificationConfig' ? 'config' : name)))];
    if (changed.length === 0) return;
    const { projectId, campaignId, id: subjectId, title } = current;
    const details = { title, campaignId, changed };
    await this.projectAuditRepository.add(tx, { projectId, action: 'quest.updated', subjectId, details });
  }

  /** QUEST_RULES_FIXED for a change of rules under which someone has taken part. Call it while credits are locked. */
  private async refuseFixed(tx: Tx, current: QuestRow, next: QuestRow, config: JsonObject | undefined): Promise<void> {
    const members = changedRules(current, next, config);
    if (members.length === 0) return;
    const now = await this.questsRepository.now(tx);
    const since = unusedSince(current, next, now);
    if (await this.questsRepository.hasTakers(tx, current.id, since)) throw rulesFixed(members, current, next, now);
  }
}

function limitErrors({ maxCompletions, completions }: QuestRow): FieldError[] {
  if (maxCompletions === null || maxCompletions >= completions) return [];
  return [fieldError('/maxCompletions', 'RANGE', { min: completions }, `${completions} have completed it already.`)];
}
