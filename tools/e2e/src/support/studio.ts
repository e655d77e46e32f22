import type { Campaign, Project, Quest, QuestDraft } from '@questp/messages';
import type { Client } from './client.js';
import type { Person } from './sign-in.js';

let lastNumber = 0;

/** A slug nobody has. */
export function newSlug(start = 'slug'): string {
  lastNumber += 1;
  return `${start}-${lastNumber}-${Math.random().toString(36).slice(2, 8)}`;
}

/** A project team's campaign, and what its tests do in it. */
export class Studio {
  constructor(
    readonly owner: Person,
    readonly project: Project,
    readonly campaign: Campaign,
  ) {}

  get client(): Client {
    return this.owner.client;
  }

  get projectPath(): string {
    return `/v1/projects/${this.project.id}`;
  }

  get campaignPath(): string {
    return `${this.projectPath}/campaigns/${this.campaign.id}`;
  }

  /** A quest of this campaign, open unless `draft`. */
  async quest(
    taskTypeId: string,
    config: Record<string, unknown> = {},
    { draft = false, ...more }: Partial<QuestDraft> & { draft?: boolean } = {},
  ): Promise<Quest> {
    const slug = newSlug('quest');
    const quest = await this.client.post<Quest>(`${this.campaignPath}/quests`, {
      slug,
      title: slug,
      taskTypeId,
      points: 10,
      config,
      ...(taskTypeId === 'engagement_daily_checkin' ? { period: { kind: 'daily' } } : {}),
      ...more,
    });
    return draft ? quest : this.move(quest, 'publish');
  }

  move(quest: Quest, step: 'publish' | 'archive'): Promise<Quest> {
    return this.client.post(`${this.campaignPath}/quests/${quest.id}/${step}`);
  }

  async addMember(person: Person, role: 'project_admin' | 'project_moderator'): Promise<void> {
    await this.client.post(`${this.projectPath}/members`, { userId: person.user.id, role });
  }
}

/** A project with a campaign that is active unless `draft`. */
export async function newStudio(owner: Person, { draft = false }: { draft?: boolean } = {}): Promise<Studio> {
  const slug = newSlug('project');
  const project = await owner.client.post<Project>('/v1/projects', { slug, name: slug });
  const campaign = await owner.client.post<Campaign>(`/v1/projects/${project.id}/campaigns`, {
    slug: newSlug('campaign'),
    title: 'Spring season',
  });
  const studio = new Studio(owner, project, campaign);
  if (!draft) {
    // A campaign needs a quest to start.
    await studio.quest('custom_manual', { instructions: 'Say hello.' }, { points: 0 });
    await owner.client.post(`${studio.campaignPath}/activate`);
  }
  return studio;
}

export const CODE = 'Moonrise';
export const SECRET_CODE = { code: CODE };

/** A quiz of two questions, q1: a, q2: a and b. */
export const QUIZ = {
  passScorePercent: 100,
  retryCooldownMinutes: 0,
  maxAttempts: 3,
  questions: [
    {
      id: 'q1',
      text: 'What secures the chain?',
      kind: 'single',
      options: [
        { id: 'a', text: 'Validators' },
        { id: 'b', text: 'Luck' },
      ],
      correctOptionIds: ['a'],
    },
    {
      id: 'q2',
      text: 'Which are wallets?',
      kind: 'multiple',
      options: [
        { id: 'a', text: 'A browser extension' },
        { id: 'b', text: 'A hardware device' },
        { id: 'c', text: 'A block explorer' },
      ],
      correctOptionIds: ['a', 'b'],
    },
  ],
};
export const RIGHT_ANSWERS = { q1: ['a'], q2: ['a', 'b'] };
export const WRONG_ANSWERS = { q1: ['b'], q2: ['c'] };
