import { createHmac } from 'node:crypto';
import {
  answerQuiz,
  askForQuestCode,
  BOT_START,
  checkIn,
  completeVisit,
  enterCode,
  LAUNCH_URL,
  newAddress,
  type Person,
  PLATFORM_QUESTS,
  QUIZ,
  REPOSITORY,
  signStatement,
  startBot,
  startVisit,
  submit,
  upload,
  verifyMessenger,
  verifyMicroblog,
  VIDEO_URL,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { node } from '../support/chain-node.js';
import { projectEndpoint } from '../support/endpoint.js';
import { ON_CHAIN, type OnChain } from '../support/on-chain.js';
import { mailbox } from '../support/mailbox.js';
import { e2e } from '../support/one-platform.fixture.js';
import { PHOTOSITE_BRAND } from '../support/photosite.js';
import { numberOf, writeToBot } from '../support/platform-actions.js';
import { hostSpace, LIVE_SPACE, speakInSpace } from '../support/spaces.js';

type Complete = (earner: Person, questId: string) => Promise<{ status: string }>;

export interface Recipe {
  config: Record<string, unknown>;
  /** The default of the type unless named. */
  method?: 'platform_api';
  complete: Complete;
  /** Reviewed by the team. */
  reviewed?: true;
  /** Enters a draw, which decides later. */
  drawn?: true;
  /** The platform sends a mail or request to this process. */
  isSentHere?: true;
  /** Takes a file. */
  evidence?: true;
}

const at = (questId: string) => ({ params: { path: { questId } } });

const submitting =
  (inputs: Record<string, unknown>): Complete =>
  (earner, questId) =>
    unwrap(submit(earner, questId, inputs));

/** A transaction of the earner with the messages; the earner names it if `inputs` are absent, else it is searched. */
const onChain =
  (does: OnChain['does'], inputs?: object): Complete =>
  (earner, questId) => {
    const txHash = node.include(does(earner.wallet.address));
    return unwrap(submit(earner, questId, { ...(inputs ?? { txHash }) }));
  };

const visit: Recipe = {
  config: { url: 'https://example.org/launch', minSeconds: 0 },
  complete: async (earner, questId) => {
    const { visitToken } = await unwrap(startVisit(earner, questId));
    return unwrap(completeVisit(earner, questId, visitToken));
  },
};

const signing: Complete = (earner, questId) => unwrap(signStatement(earner, questId, earner.wallet));

const link = (config: Record<string, unknown>): Recipe => ({
  config,
  complete: submitting({ link: 'https://blog.example.org/my-work' }),
  reviewed: true,
});
/** Checked at a platform, where the earner has done it. */
const checked = (config: Record<string, unknown>): Recipe => ({ config, complete: submitting({}) });
const text = (config: Record<string, unknown>): Recipe => ({
  config,
  complete: submitting({ text: 'What I found out.', note: 'My first one.' }),
  reviewed: true,
});

/** @param inputs with the id of the picture that was uploaded for it */
const picture = (config: Record<string, unknown>, inputs: (fileId: string) => Record<string, unknown>): Recipe => ({
  config,
  complete: async (earner, questId) => {
    const { id } = await upload(earner.client, { purpose: 'evidence' });
    return unwrap(submit(earner, questId, inputs(id)));
  },
  reviewed: true,
  evidence: true,
});
const uploaded = picture({ instructions: 'Show your node with its height.', maxFiles: 2 }, (id) => ({
  fileIds: [id],
  note: 'Taken this morning.',
}));
const installed = picture({ appName: 'Orbit Wallet', storeUrls: ['https://apps.example.org/orbit'] }, (id) => ({
  screenshotFileId: id,
}));

const targetUrl = 'https://example.org/launch';

/** With which a course makes completion codes. */
const COURSE_KEY = 'orbit-academy-9f3c1a7be2d84605b8c1';

/** An invited user signs up, by which the earner completes the quest without a request. */
const invite: Complete = async (earner, questId) => {
  const read = () => earner.client.GET('/v1/quests/{questId}', at(questId));
  const isCompleted = async () => (await unwrap(read())).availability?.state === 'completed';
  if (await isCompleted()) return unwrap(submit(earner, questId, {}));
  const { code } = await unwrap(earner.client.GET('/v1/quests/{questId}/referrals/status', at(questId)));
  await e2e.signIn({ ref: code });
  await waitFor(isCompleted, { what: 'the referral that counts' });
  return { status: 'claimed' };
};

/** The project's bot. */
const PROJECT_BOT = 7_100_000_002;

/** The quote of the first earner, who alone hands in what a reviewer reads. */
const OWN_POST_URL = 'https://x.com/earner_62/status/1900000000000000672';
const reviewedPost = (config: Record<string, unknown>): Recipe => ({
  config: { instructions: 'Write about Orbit.', ...config },
  complete: (earner, questId) => unwrap(verifyMicroblog(earner, questId, { postUrl: OWN_POST_URL })),
  reviewed: true,
});

/** For every available task type: its configuration, and how an earner with a wallet on cosmoshub-4 completes it. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  social_photosite_view_post: visit,
  social_photosite_visit_profile: { ...visit, method: 'platform_api' },
  social_videosite_visit_channel: visit,
  social_launchsite_visit: { ...visit, reviewed: true },
  engagement_url_visit: visit,
  social_videosite_comment: { ...checked({ videoUrl: VIDEO_URL }), method: 'platform_api' },
  social_launchsite_upvote: checked({ targetUrl: LAUNCH_URL }),
  social_launchsite_comment: { ...checked({ targetUrl: LAUNCH_URL }), method: 'platform_api' },
  social_referral: { config: { minReferrals: 1, minCompletions: 0 }, complete: invite },
  engagement_url_share: link({ targetUrl }),
  dev_codehost_issue: { ...checked({ repository: REPOSITORY }), method: 'platform_api' },
  dev_deploy_workload: link({ instructions: 'Deploy a node and link its status page.' }),
  dev_video_submit: picture({ instructions: 'Show how staking works.' }, (id) => ({
    link: 'https://video.example.org/watch/1',
    fileIds: [id],
  })),
  content_media_upload: uploaded,
  content_media_upload_ai: uploaded,
  engagement_app_install: installed,
  engagement_app_install_ai: installed,
  content_blog_write: text({ instructions: 'Write about your first week.' }),
  content_blog_comment: text({ targetUrl }),
  dev_tutorial_submit: text({ instructions: 'Explain how to run a node.' }),
  content_crowdfund_support: text({ targetUrl }),
  custom_rest: {
    get config() {
      return { url: projectEndpoint.url };
    },
    complete: submitting({}),
    isSentHere: true,
  },
  custom_manual: text({ instructions: 'Tell us what you would improve.' }),
  custom_form: picture(
    {
      fields: [
        { id: 'role', label: 'What do you do?', kind: 'short_text', required: true },
        { id: 'desk', label: 'Where?', kind: 'file', required: true, contentTypes: ['image/png'] },
      ],
    },
    (id) => ({ answers: { role: 'Developer', desk: [id] } }),
  ),
  learn_quiz: {
    config: { ...QUIZ, passScorePercent: 50, explanations: true },
    complete: async (earner, questId) => {
      const { questions } = await unwrap(earner.client.GET('/v1/quests/{questId}/quiz', at(questId)));
      const answers = Object.fromEntries(questions.map(({ id }) => [id, ['a']]));
      const result = await unwrap(answerQuiz(earner, questId, answers));
      return { status: result.credit?.status ?? 'failed' };
    },
  },
  engagement_lucky_draw: {
    config: {
      closesAt: '2099-01-01T00:00:00.000Z',
      prizes: [{ id: 'gold', name: 'Gold', quantity: 1 }],
    },
    complete: submitting({}),
    drawn: true,
  },
  attestation_sign: { config: { statement: 'I have read the code of conduct.' }, complete: signing },
  chain_wallet_connect: { config: { chainId: 'cosmoshub-4' }, complete: signing },
  ...Object.fromEntries(
    Object.entries(ON_CHAIN).map(([taskTypeId, { config, does, inputs }]) => [
      taskTypeId,
      { config: { chainId: 'cosmoshub-4', ...config }, complete: onChain(does, inputs) },
    ]),
  ),
  social_photosite_follow: { config: { handle: PHOTOSITE_BRAND.handle }, complete: submitting({}) },
  ...Object.fromEntries(
    Object.entries(PLATFORM_QUESTS).map(([taskTypeId, { config, verify }]) => [
      taskTypeId,
      { config, complete: verify },
    ]),
  ),
  [BOT_START]: {
    config: PLATFORM_QUESTS[BOT_START]?.config ?? {},
    complete: async (earner, questId) => {
      await startBot(earner, questId, { bot: PROJECT_BOT, number: numberOf(earner), write: writeToBot });
      const params = { path: { questId } };
      const started = async () =>
        (await unwrap(earner.client.GET('/v1/quests/{questId}/messenger/status', { params }))).outcome === 'passes';
      await waitFor(started, { what: 'the start of the bot' });
      return unwrap(verifyMessenger(earner, questId));
    },
  },
  social_microblog_space_attend: {
    config: {
      ...{ spaceId: LIVE_SPACE, code: 'Moonrise' },
      ...{ startsAt: '2026-01-01T17:00:00.000Z', endsAt: '2026-01-01T18:00:00.000Z' },
    },
    complete: (earner, questId) => unwrap(verifyMicroblog(earner, questId, { code: ' moonRISE ' })),
  },
  social_microblog_space_speak: {
    config: { spaceId: LIVE_SPACE },
    complete: async (earner, questId) => {
      await speakInSpace(earner);
      const { id: submissionId, ...first } = await unwrap(verifyMicroblog(earner, questId));
      if (first.status !== 'pending') return first;
      const params = { path: { submissionId } };
      // The Space was read before the earner came to the stage.
      return waitFor(
        async () => {
          const now = await unwrap(earner.client.GET('/v1/users/me/submissions/{submissionId}', { params }));
          return now.status !== 'pending' && now;
        },
        { what: 'the next reading of the Space' },
      );
    },
  },
  social_microblog_space_host: {
    config: { titleKeywords: ['ORBIT'], minListeners: 10 },
    complete: async (earner, questId) =>
      unwrap(verifyMicroblog(earner, questId, { spaceUrl: await hostSpace(earner) })),
  },
  social_microblog_thread: reviewedPost({}),
  social_microblog_meme: reviewedPost({}),
  social_microblog_hashtag_ai: reviewedPost({ hashtags: ['orbit'] }),
  engagement_terms_accept: {
    config: { version: '2026-01', url: 'https://example.org/terms' },
    complete: submitting({ version: '2026-01' }),
  },
  engagement_daily_checkin: {
    config: {},
    complete: (earner, questId) => unwrap(checkIn(earner, questId)),
  },
  engagement_secret_code: {
    config: { code: 'Moonrise' },
    complete: (earner, questId) => unwrap(enterCode(earner, questId, ' moonRISE ')),
  },
  learn_course_complete: {
    config: { courseUrl: 'https://academy.example.org/nodes', courseKey: COURSE_KEY },
    complete: async (earner, questId) => {
      const { code } = await unwrap(earner.client.GET('/v1/quests/{questId}/earner-code', at(questId)));
      const completionCode = createHmac('sha256', COURSE_KEY).update(code).digest('hex').slice(0, 20);
      return unwrap(submit(earner, questId, { completionCode }));
    },
  },
  email_link: {
    isSentHere: true,
    config: { allowedDomains: ['questp.test'], mailIntro: 'Use the address of your university.' },
    complete: async ({ client }, questId) => {
      const email = newAddress();
      const { code } = await mailbox.codeAfter(email, () => askForQuestCode(client, questId, email));
      return unwrap(client.POST('/v1/quests/{questId}/email-link/verify', { ...at(questId), body: { code } }));
    },
  },
  identity_wallet_link: { config: { chainIds: ['cosmoshub-4'] }, complete: submitting({}) },
};
