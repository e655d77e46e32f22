import { AppError } from '@questp/messages/language';
import type { QuestOutline } from './quest.js';

type Node = Pick<QuestOutline, 'id' | 'status' | 'prerequisites'>;

/**
 * PREREQUISITE_INVALID unless every prerequisite is an unarchived quest of the campaign that does not itself require
 * the quest, directly or indirectly.
 * @param questId the quest that gets them; undefined for a new one, which no quest requires
 * @param quests all quests of the campaign
 */
export function requirePrerequisites(
  prerequisites: readonly string[],
  quests: readonly Node[],
  questId?: string,
): void {
  const byId = new Map(quests.map((quest) => [quest.id, quest]));
  prerequisites.forEach((id, index) => {
    const quest = byId.get(id);
    if (quest === undefined) refuse(index, 'It is not a quest of this campaign.');
    if (quest.status === 'archived') refuse(index, 'It is archived, nobody can complete it.');
    if (questId !== undefined && leadsTo(questId, id, byId)) refuse(index, 'It comes after this quest.');
  });
}

/** INVALID_TRANSITION while another quest requires this one: it could no longer be completed. */
export function requireNotNeeded(questId: string, quests: readonly QuestOutline[]): void {
  const waiting = quests.find(({ status, prerequisites }) => status !== 'archived' && prerequisites.includes(questId));
  if (waiting === undefined) return;
  throw new AppError('INVALID_TRANSITION', { detail: `The quest ${waiting.slug} names it as a prerequisite.` });
}

function leadsTo(target: string, start: string, quests: ReadonlyMap<string, Node>): boolean {
  const open = [start];
  const seen = new Set<string>();
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === target) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    open.push(...(quests.get(id)?.prerequisites ?? []));
  }
  return false;
}

function refuse(index: number, detail: string): never {
  throw new AppError('PREREQUISITE_INVALID', {
    errors: [{ pointer: `/prerequisites/${index}`, code: 'NOT_ALLOWED', detail }],
  });
}
