import { BOTS } from '@questp/emulators';
import { connectByOAuth, connectionProof, enterCode, newSlug, newStudio, type Person } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { newEndpoint } from '../../support/endpoint.js';
import { newDelivery, newWebhook } from '../../support/webhook.js';
import { e2e } from '../../support/one-platform.fixture.js';
import type { Story } from './story.fixture.js';
import { inside, type Turn, type Turns } from './turn.js';

const BOT = BOTS[3];

/** What a team does: members, connections, campaigns, quests and reviews. */
export const projectTurns = (story: Story): Turns => ({
  listProjectConnections: () => hasConnected(story, 'earner-46'),
  testProjectConnection: () => hasConnected(story, 'earner-47'),
  removeProjectConnection: () => hasConnected(story, 'earner-48'),
  getSigningSecret: () => hasSigningSecret(story),
  removeSigningSecret: () => hasSigningSecret(story),
  testSigningSecret: async () => {
    const { secret, ...turn } = await hasSigningSecret(story);
    return { ...turn, sent: { url: await newEndpoint(secret) } };
  },
  getWebhook: () => withWebhook(story),
  updateWebhook: () => withWebhook(story),
  deleteWebhook: () => withWebhook(story),
  rotateWebhookSecret: () => withWebhook(story),
  testWebhook: () => withWebhook(story),
  listWebhookDeliveries: () => withDelivery(story),
  getWebhookDelivery: () => withDelivery(story),
  resendWebhookDelivery: () => withDelivery(story),
  resendWebhookDeliveries: () => withWebhook(story),
  testQuestCheck: async () => {
    const { secret, ...turn } = await hasSigningSecret(story);
    const { id } = await story.studio.quest('custom_rest', { url: await newEndpoint(secret) });
    return { ...turn, ids: { questId: id } };
  },
  connectMessengerBot: () => ({ as: story.studio.client, sent: { botToken: BOT?.token } }),
  connectByOAuth: async () => {
    const sent = await connectionProof(story.studio, 'codehost', { login_hint: 'earner-49' });
    return { as: story.studio.client, sent };
  },
  listMyInvitations: async () => ({ as: (await invited(story)).as }),
  acceptInvitation: () => invited(story),
  declineInvitation: () => invited(story),
  withdrawInvitation: async () => ({ as: story.studio.client, ids: (await invited(story)).ids }),
  createProject: () => ({ as: story.earner.client, ids: { slug: newSlug('project') } }),
  listMyProjects: () => ({ as: story.studio.client }),
  archiveProject: async () => inside(await newStudio(await e2e.signIn())),
  adminArchiveProject: async () => ofOperator(inside(await newStudio(await e2e.signIn()))),
  addMember: async () => ({ as: story.studio.client, ids: { userId: (await e2e.signIn()).user.id } }),
  updateMember: async () => ({ as: story.studio.client, ids: { userId: (await member(story)).user.id } }),
  removeMember: async () => ({ as: story.studio.client, ids: { userId: (await member(story)).user.id } }),
  leaveProject: async () => ({ as: (await member(story)).client }),
  createCampaign: () => ({ as: story.studio.client, ids: { campaignSlug: newSlug('campaign') } }),
  activateCampaign: async () => {
    const studio = await newStudio(await e2e.signIn(), { draft: true });
    await studio.quest('custom_manual', { instructions: 'Say hello.' });
    return inside(studio);
  },
  deactivateCampaign: async () => inside(await newStudio(await e2e.signIn())),
  endCampaign: async () => inside(await newStudio(await e2e.signIn())),
  adminEndCampaign: async () => ofOperator(inside(await newStudio(await e2e.signIn()))),
  archiveCampaign: () => endedCampaign(),
  adminArchiveCampaign: async () => ofOperator(await endedCampaign()),
  deleteCampaign: async () => inside(await newStudio(await e2e.signIn(), { draft: true })),
  createQuest: () => ({ as: story.studio.client, ids: { questSlug: newSlug('quest') } }),
  orderQuests: async () => {
    const studio = await newStudio(await e2e.signIn(), { draft: true });
    const { id } = await studio.quest('custom_manual', { instructions: 'Say hello.' });
    return inside(studio, { questId: id });
  },
  publishQuest: () => withQuest(story, { draft: true }),
  unpublishQuest: () => withQuest(story, {}),
  archiveQuest: () => withQuest(story, {}),
  adminArchiveQuest: async () => ofOperator(await withQuest(story, {})),
  deleteQuest: () => withQuest(story, { draft: true }),
  resetAttempts: async () => {
    const earner = await e2e.signIn();
    await enterCode(earner, story.quests.code, 'sunset');
    return { as: story.studio.client, ids: { questId: story.quests.code, userId: earner.user.id } };
  },
  bulkReview: () => story.decided('reject'),
  approveListed: () => story.decided(),
  rejectListed: () => story.decided(),
  approveSubmission: () => story.decided(),
  rejectSubmission: () => story.decided(),
  undoReview: () => story.decided('approve'),
  reverseSubmission: () => story.decided('approve'),
});

async function hasSigningSecret(story: Story): Promise<Turn & { secret: string }> {
  const { secret } = await unwrap(
    story.studio.client.POST('/v1/projects/{projectId}/signing-secret', { params: story.studio.inProject }),
  );
  return { as: story.studio.client, secret: secret ?? '' };
}

async function withWebhook({ studio }: Story): Promise<Turn> {
  return { as: studio.client, ids: { webhookId: await newWebhook(studio) } };
}

async function withDelivery({ studio }: Story): Promise<Turn> {
  return { as: studio.client, ids: await newDelivery(studio) };
}

async function hasConnected(story: Story, person: string): Promise<Turn> {
  await connectByOAuth(story.studio, 'codehost', { login_hint: person });
  return { as: story.studio.client };
}

async function invited(story: Story): Promise<Turn & { ids: { invitationId: string } }> {
  const person = await e2e.signIn();
  const { id: invitationId } = await story.studio.invite(person, 'project_moderator');
  return { as: person.client, ids: { invitationId } };
}

async function member(story: Story): Promise<Person> {
  const person = await e2e.signIn();
  await story.studio.addMember(person, 'project_moderator');
  return person;
}

async function withQuest(story: Story, more: { draft?: boolean }): Promise<Turn> {
  const config = { instructions: 'Tell us what you would improve.' };
  const { id: questId } = await story.studio.quest('custom_manual', config, more);
  return { as: story.studio.client, ids: { questId } };
}

async function endedCampaign(): Promise<Turn> {
  const studio = await newStudio(await e2e.signIn());
  await unwrap(studio.end());
  return inside(studio);
}

/** The same by an operator. */
const ofOperator = async (turn: Turn): Promise<Turn> => ({ ...turn, as: await e2e.superAdmin() });
