import { unwrap } from '@questp/sdk';
import type { Caller } from './caller.js';
import type { Body, Schemas } from './schemas.js';
import type { Person } from './sign-in.js';

let lastNumber = 0;

/** A new slug. */
export function newSlug(start = 'slug'): string {
  lastNumber += 1;
  return `${start}-${lastNumber}-${Math.random().toString(36).slice(2, 8)}`;
}

const CAMPAIGN = '/v1/projects/{projectId}/campaigns/{campaignId}';
const SUBMISSION = '/v1/projects/{projectId}/submissions/{submissionId}';

/** Accepts an invitation to a project's team. */
export const accept = ({ client }: Person, { id: invitationId }: { id: string }) =>
  unwrap(client.POST('/v1/users/me/invitations/{invitationId}/accept', { params: { path: { invitationId } } }));

/** A campaign and the actions of its project's team. Actions that may be refused return the answer as it is. */
export class Studio {
  constructor(
    readonly owner: Person,
    readonly project: Schemas['Project'],
    readonly campaign: Schemas['Campaign'],
  ) {}

  get client(): Caller {
    return this.owner.client;
  }

  get inProject() {
    return { path: { projectId: this.project.id } };
  }

  get inCampaign() {
    return { path: { projectId: this.project.id, campaignId: this.campaign.id } };
  }

  atQuest({ id: questId }: { id: string }) {
    return { path: { ...this.inCampaign.path, questId } };
  }

  atSubmission({ id: submissionId }: { id: string }) {
    return { path: { ...this.inProject.path, submissionId } };
  }

  atMember({ user: { id: userId } }: Person) {
    return { path: { ...this.inProject.path, userId } };
  }

  /** Creates a quest in this campaign, and publishes it unless `draft`. */
  async quest(
    taskTypeId: string,
    config: Record<string, unknown> = {},
    { draft = false, ...more }: Partial<Body<'createQuest'>> & { draft?: boolean } = {},
  ): Promise<Schemas['Quest']> {
    const slug = newSlug('quest');
    const body = {
      slug,
      title: slug,
      taskTypeId,
      points: 10,
      config,
      ...(taskTypeId === 'engagement_daily_checkin' && { period: { kind: 'daily' as const } }),
      ...more,
    };
    const quest = await unwrap(this.client.POST(`${CAMPAIGN}/quests`, { params: this.inCampaign, body }));
    return draft ? quest : this.move(quest, 'publish');
  }

  move(quest: { id: string }, step: 'publish' | 'archive'): Promise<Schemas['Quest']> {
    return unwrap(this.client.POST(`${CAMPAIGN}/quests/{questId}/${step}`, { params: this.atQuest(quest) }));
  }

  activate() {
    return this.client.POST(`${CAMPAIGN}/activate`, { params: this.inCampaign });
  }

  end() {
    return this.client.POST(`${CAMPAIGN}/end`, { params: this.inCampaign });
  }

  invite(person: Person, role: Body<'addMember'>['role']): Promise<Schemas['Invitation']> {
    const body = { userId: person.user.id, role };
    return unwrap(this.client.POST('/v1/projects/{projectId}/members', { params: this.inProject, body }));
  }

  /** Invites a person, who accepts. */
  async addMember(person: Person, role: Body<'addMember'>['role']): Promise<void> {
    await accept(person, await this.invite(person, role));
  }

  approve(submission: { id: string }) {
    return this.client.POST(`${SUBMISSION}/approve`, { params: this.atSubmission(submission) });
  }

  reject(submission: { id: string }, reason = 'Not enough.') {
    return this.client.POST(`${SUBMISSION}/reject`, { params: this.atSubmission(submission), body: { reason } });
  }

  undo(submission: { id: string }) {
    return this.client.POST(`${SUBMISSION}/undo`, { params: this.atSubmission(submission) });
  }

  reverse(submission: { id: string }) {
    const body = { reason: 'Copied.' };
    return this.client.POST(`${SUBMISSION}/reverse`, { params: this.atSubmission(submission), body });
  }
}

/** Creates a project with a campaign, and activates it unless `draft`. */
export async function newStudio(owner: Person, { draft = false }: { draft?: boolean } = {}): Promise<Studio> {
  const slug = newSlug('project');
  const project = await unwrap(owner.client.POST('/v1/projects', { body: { slug, name: slug } }));
  const campaign = await unwrap(
    owner.client.POST('/v1/projects/{projectId}/campaigns', {
      params: { path: { projectId: project.id } },
      body: { slug: newSlug('campaign'), title: 'Spring season' },
    }),
  );
  const studio = new Studio(owner, project, campaign);
  if (!draft) {
    // A campaign without a quest cannot be activated.
    await studio.quest('custom_manual', { instructions: 'Say hello.' }, { points: 0 });
    await unwrap(studio.activate());
  }
  return studio;
}

export const CODE = 'Moonrise';
export const SECRET_CODE = { code: CODE };

/** A quiz of two questions. Correct are a of q1, and a and b of q2. */
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
