import { BOTS } from '@questp/emulators';
import {
  actAtMicroblog,
  answerQuiz,
  askForQuestCode,
  askForStatement,
  connectByOAuth,
  linkByOAuth,
  messengerIdOf,
  newAddress,
  RIGHT_ANSWERS,
  SERVER,
  startVisit,
  submit,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { e2e } from '../../support/one-platform.fixture.js';
import { mailbox } from '../../support/mailbox.js';
import { linkMessenger, makeAdministrator } from '../../support/platform-actions.js';
import { platforms } from '../../support/platforms.js';
import { LUCKY_DRAW, type Story } from './story.fixture.js';
import type { Turn, Turns } from './turn.js';

const BOT = BOTS[3];
const CHAT = -1_001_000_000_077;

/** Quests of each family, as earners complete them. */
export const taskTurns = (story: Story): Turns => ({
  submitQuest: () => story.earns(story.quests.blog),
  getVerificationStatus: () => hasNotTried(story),
  getMicroblogStatus: () => hasNotTried(story),
  getChatcommStatus: () => hasNotTried(story),
  verifyChatcomm: async () => {
    const ids = await chatcommQuest(story);
    const { client } = await e2e.signIn();
    const { accountId: user } = await linkByOAuth(client, 'chatcomm', 'earner-72');
    platforms.emulators.put('chatcomm', 'members', { server: SERVER, user });
    return { as: client, ids };
  },
  previewChatcommStatus: async () => ({ as: story.studio.client, ids: await chatcommQuest(story) }),
  previewChatcommVerify: async () => ({ as: story.studio.client, ids: await chatcommQuest(story) }),
  listChainChoices: () => ({ as: story.studio.client, ids: { chainId: 'cosmoshub-4' } }),
  listChatcommChoices: async () => {
    await chatcommQuest(story);
    return { as: story.studio.client };
  },
  listMessengerChats: async () => {
    await messengerQuest(story);
    return { as: story.studio.client };
  },
  getMessengerStatus: async () => ({ as: (await e2e.signIn()).client, ids: await messengerQuest(story) }),
  previewMessengerStatus: async () => ({ as: story.studio.client, ids: await messengerQuest(story) }),
  previewMessengerVerify: async () => ({ as: story.studio.client, ids: await messengerQuest(story) }),
  verifyMessenger: async () => {
    const earner = await e2e.signIn();
    await linkMessenger(earner, 78);
    const ids = await messengerQuest(story);
    platforms.emulators.put('messenger', 'members', { chat: CHAT, user: messengerIdOf(78) });
    return { as: earner.client, ids };
  },
  verifyMicroblog: async () => {
    const { client } = await e2e.signIn();
    await actAtMicroblog(platforms.emulators, await linkByOAuth(client, 'microblog', 'earner-71'));
    return { as: client, ids: { questId: story.quests.follow } };
  },
  getQuiz: () => story.earns(story.quests.quiz),
  getDraw: () => story.earns(story.quests.draw),
  listDrawEntries: () => drawnEntry(story),
  getDrawProof: () => drawnEntry(story),
  getQuizStatus: async () => {
    const earner = await e2e.signIn();
    await unwrap(answerQuiz(earner, story.quests.quiz, RIGHT_ANSWERS));
    return { as: earner.client, ids: { questId: story.quests.quiz } };
  },
  submitQuiz: () => story.earns(story.quests.quiz),
  getCheckInStatus: () => story.earns(story.quests.checkIn),
  checkIn: () => story.earns(story.quests.checkIn),
  verifySecretCode: () => story.earns(story.quests.code),
  getEarnerCode: () => story.earns(story.quests.course),
  getEmailLinkStatus: () => story.earns(story.quests.email),
  sendEmailLinkCode: () => ({ ...story.earns(story.quests.email), sent: { email: newAddress() } }),
  verifyEmailLink: async () => {
    const email = newAddress();
    const { code } = await mailbox.codeAfter(email, () =>
      askForQuestCode(story.earner.client, story.quests.email, email),
    );
    return { ...story.earns(story.quests.email), sent: { code } };
  },
  getReferralStatus: () => story.earns(story.quests.referral),
  listReferees: async () => {
    const body = await referralCode(story);
    await unwrap((await e2e.signIn()).client.POST('/v1/referrals', { body }));
    return story.earns(story.quests.referral);
  },
  recordReferral: async () => ({ as: (await e2e.signIn()).client, sent: await referralCode(story) }),
  startVisit: () => story.earns(story.quests.visit),
  completeVisit: async () => {
    const { visitToken } = await unwrap(startVisit(story.earner, story.quests.visit));
    return { ...story.earns(story.quests.visit), sent: { visitToken } };
  },
  createAttestation: () => {
    const { address, chainId } = story.earner.wallet;
    return { ...story.earns(story.quests.signed), sent: { address, chainId } };
  },
  verifyAttestation: async () => {
    const { wallet } = story.earner;
    const challenge = await unwrap(askForStatement(story.earner, story.quests.signed, wallet));
    return { ...story.earns(story.quests.signed), sent: wallet.prove(challenge) };
  },
});

async function referralCode(story: Story): Promise<{ code: string }> {
  const params = { path: { questId: story.quests.referral } };
  const { code } = await unwrap(story.earner.client.GET('/v1/quests/{questId}/referrals/status', { params }));
  return { code };
}

/** An earner with no attempt yet. */
async function hasNotTried(story: Story): Promise<Turn> {
  const { client } = await e2e.signIn();
  return { as: client, ids: { questId: story.quests.blog } };
}

/** An entry of a draw that took place. */
async function drawnEntry({ studio }: Story): Promise<Turn> {
  const earner = await e2e.signIn();
  const { client } = earner;
  const { id: questId } = await studio.quest('engagement_lucky_draw', LUCKY_DRAW);
  const { id: submissionId } = await unwrap(submit(earner, questId, {}));
  await e2e.sql(`
    UPDATE quests.quest SET config = jsonb_set(config, '{closesAt}', to_jsonb(now())) WHERE id = '${questId}'`);
  const params = { path: { questId } };
  const isDrawn = async () => (await unwrap(client.GET('/v1/quests/{questId}/draw', { params }))).state === 'drawn';
  await waitFor(isDrawn, { what: 'the draw' });
  return { as: client, ids: { questId, submissionId } };
}

/** A quest to join the chat server of the project. */
async function chatcommQuest(story: Story): Promise<{ questId: string }> {
  await connectByOAuth(story.studio, 'chatcomm', { login_hint: 'earner-72', guild_id: SERVER });
  return { questId: (await story.studio.quest('social_chatcomm_join', { guildId: SERVER })).id };
}

/** A quest to join a chat that the project's bot administers. */
async function messengerQuest(story: Story): Promise<{ questId: string }> {
  await unwrap(
    story.studio.client.PUT('/v1/projects/{projectId}/messenger/bot', {
      params: story.studio.inProject,
      body: { botToken: BOT?.token ?? '' },
    }),
  );
  const chat = { id: CHAT, type: 'supergroup', title: 'Orbit examples' };
  platforms.emulators.put('messenger', 'chats', chat);
  const user = Number(BOT?.token.split(':')[0]);
  await makeAdministrator(user, chat);
  platforms.emulators.put('messenger', 'members', { chat: CHAT, user, status: 'administrator' });
  return { questId: (await story.studio.quest('social_messenger_join', { chatId: String(CHAT) })).id };
}
