import type { Page, PageRequest, Timestamp } from '../common.js';
import { contract } from '../contract.js';
import type { Campaign } from './campaigns.js';
import type { PublicProject } from './projects.js';
import type { Period, QuestCategory, VerificationMethod } from './quests.js';

export type PublicCampaign = Omit<Campaign, 'updatedAt' | 'createdAt'> & {
  project: { id: string; slug: string; name: string; logoUrl: string | null };
};

export const AVAILABILITY_STATES = [
  'available',
  'cooldown',
  'completed',
  'in_review',
  'pending',
  'locked',
  'full',
  'not_started',
  'ended',
] as const;
export type AvailabilityState = (typeof AVAILABILITY_STATES)[number];

/** Whether the asking earner can act now, why not, and when next. */
export interface Availability {
  state: AvailabilityState;
  /** Error code the action would answer with; null when available. */
  reason: string | null;
  availableAt: Timestamp | null;
}

/** A quest as an earner sees it; `config` without anything secret. */
export interface EarnerQuest {
  id: string;
  projectId: string;
  campaignId: string;
  slug: string;
  title: string;
  description: string | null;
  imageUrl: string | null;
  taskTypeId: string;
  category: QuestCategory;
  method: VerificationMethod;
  points: number;
  xp: number;
  config: Record<string, unknown>;
  period: Period;
  prerequisites: string[];
  maxCompletions: number | null;
  completions: number;
  startsAt: Timestamp | null;
  endsAt: Timestamp | null;
  position: number;
  /** Null for an anonymous reader. */
  availability: Availability | null;
}

export const discoverProjects = contract<PageRequest & { search?: string }, Page<PublicProject>>(
  'quests.discover.projects',
);
export const discoverProject = contract<{ slug: string }, PublicProject>('quests.discover.project');
/** Active and ended campaigns of active projects. */
export const discoverCampaigns = contract<
  PageRequest & { projectId?: string; status?: 'active' | 'ended'; search?: string },
  Page<PublicCampaign>
>('quests.discover.campaigns');
export const discoverCampaign = contract<{ campaignId: string }, PublicCampaign>('quests.discover.campaign');
export const discoverQuests = contract<
  PageRequest & {
    campaignId?: string;
    category?: QuestCategory;
    taskTypeId?: string;
    search?: string;
    userId?: string;
  },
  Page<EarnerQuest>
>('quests.discover.quests');
export const discoverQuest = contract<{ questId: string; userId?: string }, EarnerQuest>('quests.discover.quest');
