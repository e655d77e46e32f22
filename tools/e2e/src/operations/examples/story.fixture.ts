import { BOTS } from '@questp/emulators';
import {
  actAtMicroblog,
  answerQuiz,
  BRAND,
  type Caller,
  challengeFor,
  connectByOAuth,
  connectionProof,
  emailProof,
  enterCode,
  linkByOAuth,
  linkChallengeFor,
  linkEmail,
  linkEmailProof,
  linkProof,
  linkWallet,
  messengerIdOf,
  newAddress,
  newOperator,
  newSlug,
  newStudio,
  newWallet,
  oauthProof,
  offerMerge,
  operatorPasswordProof,
  operatorSignIn,
  passwordProof,
  type Person,
  presign,
  QUIZ,
  RIGHT_ANSWERS,
  SECRET_CODE,
  send,
  sending,
  SERVER,
  signInByEmail,
  signInByOAuth,
  type Studio,
  submit,
  suspend,
  upload,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { newEndpoint } from '../../support/endpoint.js';
import { escrowChain } from '../../support/escrow-chain.fixture.js';
import { mailbox } from '../../support/mailbox.js';
import { mergeAccounts, objectionTokenOf } from '../../support/merges.fixture.js';
import { invitedByTeams, newsMail } from '../../support/notification-mails.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';
import { linkMessenger, makeAdministrator, registerMessenger } from '../../support/platform-actions.js';
import { platforms } from '../../support/platforms.js';
import {
  appCode,
  beginOperatorTwoFactor,
  beginTwoFactor,
  enableOperatorTwoFactor,
  enableTwoFactor,
} from '../../support/two-factor.js';
import { newKey } from '../../access/stage.fixture.js';
import { allocatedCampaign, newPaidStudio, paidCampaign, type PaidCampaign } from './payouts.fixture.js';

/** How an example is sent: by whom, with which ids, and with which values that must be new. */
export interface Turn {
  as: Caller;
  ids?: Readonly<Record<string, string>>;
  /** Members of the query or body that replace the example's. */
  sent?: object;
  /** Sent unchanged instead of a body. */
  raw?: ReturnType<typeof sending>;
}

const BOT = BOTS[3];
const CHAT = -1_001_000_000_077;
const TEXT = { text: 'What I found out.' };
const at = (questId: string) => ({ params: { path: { questId } } });

/** A project with resources of each kind, and the preparations of single operations. */
export class Story {
  private paid: Promise<PaidCampaign> | undefined;
  private funded: Promise<Studio> | undefined;
  private allocated: Promise<Studio> | undefined;

  private constructor(
    readonly studio: Studio,
    readonly earner: Person,
    readonly ids: Readonly<Record<string, string>>,
    private readonly quests: Readonly<
      Record<'manual' | 'quiz' | 'code' | 'visit' | 'checkIn' | 'signed' | 'blog' | 'follow', string>
    >,
  ) {}

  static async begin(): Promise<Story> {
    const [owner, earner, guest] = (await e2e.people(3)) as [Person, Person, Person];
    const studio = await newStudio(owner);
    const manual = await studio.quest('custom_manual', { instructions: 'Tell us what you would improve.' }, { xp: 5 });
    const quest = async (...args: Parameters<Studio['quest']>) => (await studio.quest(...args)).id;
    const quests = {
      manual: manual.id,
      quiz: await quest('learn_quiz', QUIZ),
      code: await quest('engagement_secret_code', SECRET_CODE),
      visit: await quest('engagement_url_visit', { url: 'https://example.org/launch', minSeconds: 0 }),
      checkIn: await quest('engagement_daily_checkin'),
      signed: await quest('attestation_sign', { statement: 'I have read the code of conduct.' }),
      blog: await quest('content_blog_write', { instructions: 'Write about your first week.' }),
      follow: await quest('social_microblog_follow', { handle: BRAND }),
    };
    const submission = await unwrap(submit(earner, manual.id, TEXT));
    await unwrap(studio.approve(submission));
    await e2e.signIn({ ref: earner.user.referralCode });
    const invitation = await studio.invite(guest, 'project_moderator');
    const { apiKey } = await newKey(studio, ['project:read']);
    const { id: notificationId } = await waitFor(
      async () => (await unwrap(earner.client.GET('/v1/notifications'))).items[0],
      { what: 'the notification of the approval' },
    );
    const { response: exported } = await studio.client.call<string>(
      'GET',
      `/v1/projects/${studio.project.id}/campaigns/${studio.campaign.id}/exports/leaderboard.csv`,
    );
    const ids = {
      projectId: studio.project.id,
      campaignId: studio.campaign.id,
      questId: manual.id,
      submissionId: submission.id,
      userId: earner.user.id,
      invitationId: invitation.id,
      apiKeyId: apiKey.id,
      walletId: earner.user.wallets[0]?.id as string,
      notificationId,
      manifestId: exported.headers.get('x-manifest-id') as string,
      slug: studio.project.slug,
      campaignSlug: studio.campaign.slug,
      questSlug: manual.slug,
      taskTypeId: 'custom_manual',
    };
    return new Story(studio, earner, ids, quests);
  }

  /** Operations whose example needs a preparation, a special caller or other values. */
  readonly turns: Readonly<Record<string, () => Turn | Promise<Turn>>> = {
    signInWithWallet: () => this.signsIn(),
    signInWithLegacyWallet: () => this.signsIn(),
    signOut: async () => ({ as: (await e2e.signIn()).client }),
    findUsers: async () => {
      const username = newSlug('alice').replaceAll('-', '_');
      await unwrap(this.earner.client.PATCH('/v1/users/me', { body: { username } }));
      return { as: this.earner.client, sent: { username } };
    },
    linkWallet: async () => {
      const wallet = newWallet('osmosis-1');
      return { as: this.earner.client, sent: wallet.prove(await linkChallengeFor(this.earner.client, wallet)) };
    },
    setPayoutAddress: () => this.choosesPayoutAddress(),
    listPayoutAddresses: () => this.hasChosenPayoutAddress(),
    removePayoutAddress: () => this.hasChosenPayoutAddress(),
    unlinkWallet: async () => {
      const { client } = await e2e.signIn();
      const { id: walletId } = await unwrap(linkWallet(client, newWallet()));
      return { as: client, ids: { walletId } };
    },
    askForSignInCode: () => ({ as: e2e.anonymous, sent: { email: newAddress() } }),
    signInWithEmail: async () => {
      const email = newAddress();
      await signInByEmail(e2e.anonymous, mailbox, email);
      return { as: e2e.anonymous, sent: await emailProof(e2e.anonymous, mailbox, email) };
    },
    askForEmailCode: async () => ({ as: (await e2e.signIn()).client, sent: { email: newAddress() } }),
    getMyEmail: () => this.withAddress(),
    linkEmail: async () => {
      const { client } = await e2e.signIn();
      return { as: client, sent: await linkEmailProof(client, mailbox, newAddress()) };
    },
    unlinkEmail: () => this.withAddress(),
    deleteOwnAccount: async () => ({ as: (await e2e.signIn()).client }),
    getMergeOffer: () => this.offeredMerge(),
    confirmMerge: () => this.offeredMerge(),
    getMyMerge: async () => {
      const { mergeId, person } = await this.merged();
      return { as: person.client, ids: { mergeId } };
    },
    askForPasswordCode: () => ({ as: e2e.anonymous, sent: { email: newAddress() } }),
    setPasswordByCode: async () => {
      const email = newAddress();
      await signInByEmail(e2e.anonymous, mailbox, email);
      return { as: e2e.anonymous, sent: await passwordProof(e2e.anonymous, mailbox, email) };
    },
    signInWithPassword: async () => {
      const email = newAddress();
      const body = { ...(await passwordProof(e2e.anonymous, mailbox, email)), password: 'silver-meadow-77' };
      await unwrap(e2e.anonymous.POST('/v1/auth/password/verify', { body }));
      return { as: e2e.anonymous, sent: { email } };
    },
    changePassword: async () => ({ as: e2e.as((await signInByEmail(e2e.anonymous, mailbox, newAddress())).token) }),
    startOAuthSignIn: () => ({ as: e2e.anonymous }),
    signInWithOAuth: async () => {
      await signInByOAuth(e2e.anonymous, 'codehost', 'earner-41');
      return {
        as: e2e.anonymous,
        sent: await oauthProof(e2e.anonymous, 'codehost', 'earner-41'),
      };
    },
    listProjectConnections: () => this.hasConnected('earner-46'),
    testProjectConnection: () => this.hasConnected('earner-47'),
    removeProjectConnection: () => this.hasConnected('earner-48'),
    getSigningSecret: () => this.hasSigningSecret(),
    removeSigningSecret: () => this.hasSigningSecret(),
    testSigningSecret: async () => {
      const { secret, ...turn } = await this.hasSigningSecret();
      return { ...turn, sent: { url: await newEndpoint(secret) } };
    },
    connectMessengerBot: () => ({ as: this.studio.client, sent: { botToken: BOT?.token } }),
    connectByOAuth: async () => {
      const sent = await connectionProof(this.studio, 'codehost', { login_hint: 'earner-49' });
      return { as: this.studio.client, sent };
    },
    listLinkedAccounts: () => this.hasLinked('earner-42'),
    startAccountLink: async () => ({ as: (await e2e.signIn()).client }),
    linkAccount: async () => {
      const { client } = await e2e.signIn();
      return { as: client, sent: await linkProof(client, 'codehost', 'earner-43') };
    },
    checkAccount: () => this.hasLinked('earner-44'),
    unlinkAccount: () => this.hasLinked('earner-45'),
    verifySecondFactor: async () => {
      const { sent } = await this.inTwoSteps();
      return { as: e2e.anonymous, sent };
    },
    askForSecondFactorCode: async () => {
      const { challengeToken } = (await this.inTwoSteps()).sent;
      return { as: e2e.anonymous, sent: { challengeToken } };
    },
    beginTwoFactor: async () => ({ as: (await e2e.signIn()).client }),
    enableTwoFactor: async () => {
      const { client } = await e2e.signIn();
      const { secret } = await beginTwoFactor(client);
      return { as: client, sent: { code: appCode(secret) } };
    },
    disableTwoFactor: async () => ({ as: await this.withTwoFactor() }),
    renewRecoveryCodes: async () => ({ as: await this.withTwoFactor() }),
    endSession: async () => {
      const { client, wallet } = await e2e.signIn();
      await e2e.signIn({ wallet });
      const { items } = await unwrap(client.GET('/v1/users/me/sessions'));
      return { as: client, ids: { sessionId: items.find(({ isCurrent }) => !isCurrent)?.id as string } };
    },
    getNotificationPreferences: () => this.withAddress(),
    setNotificationPreferences: () => this.withAddress(),
    getMergeObjection: () => this.mayObject(),
    objectToMerge: () => this.mayObject(),
    getUnsubscription: () => this.wasMailed(),
    unsubscribe: () => this.wasMailed(),
    uploadFile: async () => {
      const announced = await presign(this.earner.client);
      const signature = new URL(announced.uploadUrl, 'http://api').searchParams.get('signature');
      return { as: e2e.anonymous, ids: { fileId: announced.fileId }, sent: { signature }, raw: sending(announced) };
    },
    confirmUpload: async () => {
      const { fileId } = await send(this.earner.client);
      return { as: this.earner.client, ids: { fileId } };
    },
    getImage: async () => {
      const { id } = await upload(this.earner.client);
      await e2e.sql('UPDATE integrations.file SET published_at = now() WHERE id = $1', [id]);
      return { as: e2e.anonymous, ids: { fileId: id } };
    },
    getEvidence: async () => {
      const { id } = await upload(this.earner.client, { purpose: 'evidence' });
      return { as: this.earner.client, ids: { fileId: id } };
    },
    listMyInvitations: async () => ({ as: (await this.invited()).as }),
    acceptInvitation: () => this.invited(),
    declineInvitation: () => this.invited(),
    withdrawInvitation: async () => ({ as: this.studio.client, ids: (await this.invited()).ids }),
    createProject: () => ({ as: this.earner.client, ids: { slug: newSlug('project') } }),
    listMyProjects: () => ({ as: this.studio.client }),
    archiveProject: async () => this.inside(await newStudio(await e2e.signIn())),
    addMember: async () => ({ as: this.studio.client, ids: { userId: (await e2e.signIn()).user.id } }),
    updateMember: async () => ({ as: this.studio.client, ids: { userId: (await this.member()).user.id } }),
    removeMember: async () => ({ as: this.studio.client, ids: { userId: (await this.member()).user.id } }),
    leaveProject: async () => ({ as: (await this.member()).client }),
    createCampaign: () => ({ as: this.studio.client, ids: { campaignSlug: newSlug('campaign') } }),
    activateCampaign: async () => {
      const studio = await newStudio(await e2e.signIn(), { draft: true });
      await studio.quest('custom_manual', { instructions: 'Say hello.' });
      return this.inside(studio);
    },
    deactivateCampaign: async () => this.inside(await newStudio(await e2e.signIn())),
    endCampaign: async () => this.inside(await newStudio(await e2e.signIn())),
    archiveCampaign: async () => {
      const studio = await newStudio(await e2e.signIn());
      await unwrap(studio.end());
      return this.inside(studio);
    },
    deleteCampaign: async () => this.inside(await newStudio(await e2e.signIn(), { draft: true })),
    createQuest: () => ({ as: this.studio.client, ids: { questSlug: newSlug('quest') } }),
    orderQuests: async () => {
      const studio = await newStudio(await e2e.signIn(), { draft: true });
      const { id } = await studio.quest('custom_manual', { instructions: 'Say hello.' });
      return this.inside(studio, { questId: id });
    },
    publishQuest: () => this.withQuest({ draft: true }),
    unpublishQuest: () => this.withQuest({}),
    archiveQuest: () => this.withQuest({}),
    deleteQuest: () => this.withQuest({ draft: true }),
    resetAttempts: async () => {
      const earner = await e2e.signIn();
      await enterCode(earner, this.quests.code, 'sunset');
      return { as: this.studio.client, ids: { questId: this.quests.code, userId: earner.user.id } };
    },
    bulkReview: () => this.decided('reject'),
    approveListed: () => this.decided(),
    rejectListed: () => this.decided(),
    approveSubmission: () => this.decided(),
    rejectSubmission: () => this.decided(),
    undoReview: () => this.decided('approve'),
    reverseSubmission: () => this.decided('approve'),
    submitQuest: () => this.earns(this.quests.blog),
    getVerificationStatus: () => this.hasNotTried(),
    getMicroblogStatus: () => this.hasNotTried(),
    getChatcommStatus: () => this.hasNotTried(),
    verifyChatcomm: async () => {
      const ids = await this.chatcommQuest();
      const { client } = await e2e.signIn();
      const { accountId: user } = await linkByOAuth(client, 'chatcomm', 'earner-72');
      platforms.emulators.put('chatcomm', 'members', { server: SERVER, user });
      return { as: client, ids };
    },
    previewChatcommStatus: async () => ({ as: this.studio.client, ids: await this.chatcommQuest() }),
    previewChatcommVerify: async () => ({ as: this.studio.client, ids: await this.chatcommQuest() }),
    listChatcommChoices: async () => {
      await this.chatcommQuest();
      return { as: this.studio.client };
    },
    startMessengerLink: async () => {
      await registerMessenger();
      return { as: (await e2e.signIn()).client };
    },
    adminGetNotificationPreferences: async () => ({ as: await e2e.superAdmin() }),
    adminSetNotificationPreferences: async () => ({ as: await e2e.superAdmin() }),
    adminGetIntegrationsHealth: async () => ({ as: await e2e.superAdmin() }),
    adminGetChatcommSetup: async () => {
      // Other examples store credentials that do not exist.
      await e2e.sql(`DELETE FROM integrations.credential WHERE provider = 'chatcomm'`);
      return { as: await e2e.superAdmin() };
    },
    startPhotositeLink: async () => {
      await connectByOAuth(this.studio, 'photosite', { login_hint: 'verified' });
      const { projectId } = this.studio.inProject.path;
      return { as: (await e2e.signIn()).client, sent: { projectId } };
    },
    adminRegisterMessengerWebhook: async () => ({ as: await e2e.superAdmin() }),
    listMessengerChats: async () => {
      await this.messengerQuest();
      return { as: this.studio.client };
    },
    getMessengerStatus: async () => ({ as: (await e2e.signIn()).client, ids: await this.messengerQuest() }),
    previewMessengerStatus: async () => ({ as: this.studio.client, ids: await this.messengerQuest() }),
    previewMessengerVerify: async () => ({ as: this.studio.client, ids: await this.messengerQuest() }),
    verifyMessenger: async () => {
      const earner = await e2e.signIn();
      await linkMessenger(earner, 78);
      const ids = await this.messengerQuest();
      platforms.emulators.put('messenger', 'members', { chat: CHAT, user: messengerIdOf(78) });
      return { as: earner.client, ids };
    },
    verifyMicroblog: async () => {
      const { client } = await e2e.signIn();
      await actAtMicroblog(platforms.emulators, await linkByOAuth(client, 'microblog', 'earner-71'));
      return { as: client, ids: { questId: this.quests.follow } };
    },
    getQuiz: () => this.earns(this.quests.quiz),
    getQuizStatus: async () => {
      const earner = await e2e.signIn();
      await unwrap(answerQuiz(earner, this.quests.quiz, RIGHT_ANSWERS));
      return { as: earner.client, ids: { questId: this.quests.quiz } };
    },
    submitQuiz: () => this.earns(this.quests.quiz),
    getCheckInStatus: () => this.earns(this.quests.checkIn),
    checkIn: () => this.earns(this.quests.checkIn),
    verifySecretCode: () => this.earns(this.quests.code),
    startVisit: () => this.earns(this.quests.visit),
    completeVisit: async () => {
      const { visitToken } = await unwrap(
        this.earner.client.POST('/v1/quests/{questId}/visit/start', at(this.quests.visit)),
      );
      return { ...this.earns(this.quests.visit), sent: { visitToken } };
    },
    createAttestation: () => {
      const { address, chainId } = this.earner.wallet;
      return { ...this.earns(this.quests.signed), sent: { address, chainId } };
    },
    verifyAttestation: async () => {
      const { wallet, client } = this.earner;
      const body = { address: wallet.address, chainId: wallet.chainId };
      const challenge = await unwrap(
        client.POST('/v1/quests/{questId}/attestation/challenge', { ...at(this.quests.signed), body }),
      );
      return { ...this.earns(this.quests.signed), sent: wallet.prove(challenge) };
    },
    adminSignIn: async () => {
      const { email, password } = await newOperator(e2e, 'platform_moderator');
      return { as: e2e.anonymous, sent: { email, password } };
    },
    adminVerifySecondFactor: async () => {
      const { sent } = await this.operatorInTwoSteps();
      return { as: e2e.anonymous, sent };
    },
    adminAskForSecondFactorCode: async () => {
      const { challengeToken } = (await this.operatorInTwoSteps()).sent;
      return { as: e2e.anonymous, sent: { challengeToken } };
    },
    adminAskForPasswordCode: async () => {
      const { email } = await newOperator(e2e, 'platform_moderator');
      return { as: e2e.anonymous, sent: { email } };
    },
    adminResetOwnPassword: async () => {
      const { email } = await newOperator(e2e, 'platform_moderator');
      return { as: e2e.anonymous, sent: await operatorPasswordProof(e2e.anonymous, mailbox, email) };
    },
    adminResetPassword: async () => {
      const { admin } = await newOperator(e2e, 'platform_moderator');
      return { as: (await newOperator(e2e, 'super_admin')).client, ids: { adminId: admin.id } };
    },
    adminGetTwoFactor: async () => ({ as: (await newOperator(e2e, 'platform_moderator')).client }),
    adminBeginTwoFactor: async () => ({ as: (await newOperator(e2e, 'platform_moderator')).client }),
    adminEnableTwoFactor: async () => {
      const { client } = await newOperator(e2e, 'platform_moderator');
      const { secret } = await beginOperatorTwoFactor(client);
      return { as: client, sent: { code: appCode(secret) } };
    },
    adminDisableTwoFactor: async () => ({ as: (await newOperator(e2e, 'platform_moderator')).client }),
    adminRenewRecoveryCodes: async () => {
      const { sent } = await this.operatorInTwoSteps();
      const { token } = await unwrap(e2e.anonymous.POST('/v1/admin/auth/2fa/verify', { body: sent }));
      return { as: e2e.as(token) };
    },
    adminSignOut: async () => ({ as: (await newOperator(e2e, 'platform_moderator')).client }),
    adminGetMe: async () => ({ as: (await newOperator(e2e, 'platform_moderator')).client }),
    adminChangePassword: async () => {
      const { client, password } = await newOperator(e2e, 'platform_moderator');
      return { as: client, sent: { currentPassword: password } };
    },
    adminEndSession: async () => {
      const { client, email, password } = await newOperator(e2e, 'platform_moderator');
      await operatorSignIn(e2e.gateways, { email, password });
      const { items } = await unwrap(client.GET('/v1/admin/me/sessions'));
      return { as: client, ids: { sessionId: items.find(({ isCurrent }) => !isCurrent)?.id as string } };
    },
    adminUpdateAdmin: async () => {
      const { admin } = await newOperator(e2e, 'super_admin');
      return { as: await e2e.superAdmin(), ids: { adminId: admin.id } };
    },
    adminResetSecondFactor: async () => {
      const { admin, client } = await newOperator(e2e, 'super_admin');
      await enableOperatorTwoFactor(client);
      return { as: (await newOperator(e2e, 'super_admin')).client, ids: { adminId: admin.id } };
    },
    adminRetryMail: async () => {
      const [mail] = await e2e.sql<{ id: string }>(`
        INSERT INTO notifier.mail (id, event_id, recipient, subject, text, html, status)
        VALUES (gen_random_uuid(), gen_random_uuid(), 'operator@example.org', 'Your operator account', '', '', 'failed')
        RETURNING id`);
      return { as: await e2e.superAdmin(), ids: { mailId: mail?.id as string } };
    },
    adminListMailSuppressions: async () => {
      await e2e.sql(`
        INSERT INTO notifier.mail_suppression (id, recipient, reason)
        VALUES (gen_random_uuid(), 'operator@example.org', '550 no such mailbox') ON CONFLICT DO NOTHING`);
      return { as: await e2e.superAdmin(), sent: { recipient: 'Operator@example.org' } };
    },
    adminGetCredential: async () => {
      const as = await e2e.superAdmin();
      const fields = { clientId: '1290312903', clientSecret: 'of-the-application', botToken: 'of-the-bot' };
      const params = { path: { provider: 'chatcomm' as const } };
      await unwrap(as.PUT('/v1/admin/credentials/{provider}', { params, body: { fields } }));
      return { as };
    },
    // No address is configured, so that no request is sent.
    adminTestCredential: async () => ({ as: await e2e.superAdmin(), ids: { provider: 'object_storage' } }),
    adminGetEscrowBalance: async () => {
      const as = await e2e.superAdmin();
      const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
      const params = { path: { provider: 'escrow_operator' as const } };
      await unwrap(as.PUT('/v1/admin/credentials/{provider}', { params, body: { fields: { mnemonic } } }));
      return { as, sent: { chainId: 'cosmoshub-4' } };
    },
    requestPayoutPlan: async () => {
      const studio = await newPaidStudio(await e2e.signIn());
      return this.inside(studio, { userId: studio.owner.user.id });
    },
    listPayoutPlans: () => this.ofPaid(),
    getPayoutPlan: () => this.ofPaid(),
    approvePayoutPlan: () => this.ofPaid(),
    listPayouts: () => this.ofPaid(),
    listPayoutDifferences: async () => ({ ...(await this.ofPaid()), sent: { since: (await this.paying()).previewId } }),
    getMyPayout: async () => ({ ...(await this.ofPaid()), as: (await this.paying()).earner.client }),
    getAllocation: () => this.ofAllocated(),
    listAllocations: () => this.ofAllocated(),
    issueFundingTicket: async () => this.inside(await this.fundable()),
    getFundingTicket: async () => {
      const studio = await this.fundable();
      const path = '/v1/projects/{projectId}/campaigns/{campaignId}/escrow/ticket';
      await unwrap(studio.client.POST(path, { params: studio.inCampaign, body: {} }));
      return this.inside(studio);
    },
    getCampaignEscrow: () => this.ofFunded(),
    getEscrowMessage: () => this.ofFunded(),
    adminSuspendUser: async () => ({ as: await e2e.superAdmin(), ids: { userId: (await e2e.signIn()).user.id } }),
    adminReactivateUser: async () => {
      const person = await e2e.signIn();
      await unwrap(suspend(await e2e.superAdmin(), person));
      return { as: await e2e.superAdmin(), ids: { userId: person.user.id } };
    },
    adminGetMerge: async () => ({ as: await e2e.superAdmin(), ids: { mergeId: (await this.merged()).mergeId } }),
    adminUndoMerge: async () => ({ as: await e2e.superAdmin(), ids: { mergeId: (await this.merged()).mergeId } }),
    adminApproveSubmission: async () => ({ ...(await this.decided()), as: await e2e.superAdmin() }),
    adminRejectSubmission: async () => ({ ...(await this.decided()), as: await e2e.superAdmin() }),
    adminUndoReview: async () => ({ ...(await this.decided('approve')), as: await e2e.superAdmin() }),
    adminReverseSubmission: async () => ({ ...(await this.decided('approve')), as: await e2e.superAdmin() }),
  };

  private async signsIn(): Promise<Turn> {
    const { wallet } = this.earner;
    return { as: e2e.anonymous, sent: wallet.prove(await challengeFor(e2e.anonymous, wallet)) };
  }

  private async choosesPayoutAddress() {
    const { client } = this.earner;
    const wallet = newWallet('osmosis-1');
    const { address, chainId } = wallet;
    const asking = { params: { query: { address, chainId } } };
    const { pubkey, signature, nonce } = wallet.prove(
      await unwrap(client.GET('/v1/users/me/payout-addresses/challenge', asking)),
    );
    return { as: client, ids: { chainId }, sent: { address, pubkey, signature, nonce } };
  }

  private async hasChosenPayoutAddress(): Promise<Turn> {
    const { as, ids, sent } = await this.choosesPayoutAddress();
    await as.call('PUT', `/v1/users/me/payout-addresses/${ids.chainId}`, { body: sent });
    return { as, ids };
  }

  private async hasLinked(person: string): Promise<Turn> {
    const { client } = await e2e.signIn();
    await linkByOAuth(client, 'codehost', person);
    return { as: client };
  }

  private async hasSigningSecret(): Promise<Turn & { secret: string }> {
    const { secret } = await unwrap(
      this.studio.client.POST('/v1/projects/{projectId}/signing-secret', { params: this.studio.inProject }),
    );
    return { as: this.studio.client, secret: secret ?? '' };
  }

  private async hasConnected(person: string): Promise<Turn> {
    await connectByOAuth(this.studio, 'codehost', { login_hint: person });
    return { as: this.studio.client };
  }

  private async withAddress(): Promise<Turn> {
    const { client } = await e2e.signIn();
    await linkEmail(client, mailbox, newAddress());
    return { as: client };
  }

  private async offeredMerge(): Promise<Turn> {
    const survivor = await e2e.signIn();
    return { as: survivor.client, ids: { offerId: await offerMerge(survivor, (await e2e.signIn()).wallet) } };
  }

  private async merged() {
    const survivor = await e2e.signIn();
    return mergeAccounts(survivor, await e2e.signIn(), () => e2e.signIn({ wallet: survivor.wallet }));
  }

  /** An anonymous caller with the link of a mail about a merge. */
  private async mayObject(): Promise<Turn> {
    const [survivor, absorbed, address] = [await e2e.signIn(), await e2e.signIn(), newAddress()];
    await linkEmail(absorbed.client, mailbox, address);
    await mergeAccounts(survivor, absorbed, () => e2e.signIn({ wallet: survivor.wallet }));
    return {
      as: e2e.anonymous,
      ids: { objectionToken: objectionTokenOf(await mailbox.newest(address, /merge-objections/)) },
    };
  }

  /** An anonymous caller with the unsubscribe link of a mail. */
  private async wasMailed(): Promise<Turn> {
    const { token } = await newsMail(await invitedByTeams(1));
    return { as: e2e.anonymous, ids: { token } };
  }

  /** A user's first sign-in step, and the body of the second. */
  private async inTwoSteps() {
    const { client, wallet } = await e2e.signIn();
    const [code = ''] = await enableTwoFactor(client);
    const body = wallet.prove(await challengeFor(e2e.anonymous, wallet));
    const { challenge } = await unwrap(e2e.anonymous.POST('/v1/auth/wallet/verify', { body }));
    return { sent: { challengeToken: challenge?.challengeToken as string, code } };
  }

  private async withTwoFactor(): Promise<Caller> {
    const { sent } = await this.inTwoSteps();
    return e2e.as((await unwrap(e2e.anonymous.POST('/v1/auth/2fa/verify', { body: sent }))).token);
  }

  /** The same of an operator. */
  private async operatorInTwoSteps() {
    const { client, email, password } = await newOperator(e2e, 'platform_moderator');
    const [code = ''] = await enableOperatorTwoFactor(client);
    const { challenge } = await unwrap(e2e.anonymous.POST('/v1/admin/auth/login', { body: { email, password } }));
    return { sent: { challengeToken: challenge?.challengeToken as string, code } };
  }

  /** A quest to join the chat server of the project. */
  private async chatcommQuest(): Promise<{ questId: string }> {
    await connectByOAuth(this.studio, 'chatcomm', { login_hint: 'earner-72', guild_id: SERVER });
    return { questId: (await this.studio.quest('social_chatcomm_join', { guildId: SERVER })).id };
  }

  /** A quest to join a chat that the project's bot administers. */
  private async messengerQuest(): Promise<{ questId: string }> {
    await unwrap(
      this.studio.client.PUT('/v1/projects/{projectId}/messenger/bot', {
        params: this.studio.inProject,
        body: { botToken: BOT?.token ?? '' },
      }),
    );
    const chat = { id: CHAT, type: 'supergroup', title: 'Orbit examples' };
    platforms.emulators.put('messenger', 'chats', chat);
    const user = Number(BOT?.token.split(':')[0]);
    await makeAdministrator(user, chat);
    platforms.emulators.put('messenger', 'members', { chat: CHAT, user, status: 'administrator' });
    return { questId: (await this.studio.quest('social_messenger_join', { chatId: String(CHAT) })).id };
  }

  /** An earner with no attempt yet. */
  private async hasNotTried(): Promise<Turn> {
    const { client } = await e2e.signIn();
    return { as: client, ids: { questId: this.quests.blog } };
  }

  private earns(questId: string): Turn {
    return { as: this.earner.client, ids: { questId } };
  }

  /** As the team of another project, in its campaign. */
  private inside({ client, inCampaign }: Studio, more: Record<string, string> = {}): Turn {
    return { as: client, ids: { ...inCampaign.path, ...more } };
  }

  private async invited(): Promise<Turn & { ids: { invitationId: string } }> {
    const person = await e2e.signIn();
    const { id: invitationId } = await this.studio.invite(person, 'project_moderator');
    return { as: person.client, ids: { invitationId } };
  }

  private async member(): Promise<Person> {
    const person = await e2e.signIn();
    await this.studio.addMember(person, 'project_moderator');
    return person;
  }

  private async withQuest(more: { draft?: boolean }): Promise<Turn> {
    const config = { instructions: 'Tell us what you would improve.' };
    const { id: questId } = await this.studio.quest('custom_manual', config, more);
    return { as: this.studio.client, ids: { questId } };
  }

  /** An ended campaign that the team pays by hand, with the earner's payout. */
  private paying(): Promise<PaidCampaign> {
    this.paid ??= Promise.all([e2e.signIn(), e2e.signIn()]).then(([owner, earner]) => paidCampaign(owner, earner));
    return this.paid;
  }

  private async ofPaid(): Promise<Turn> {
    const { studio, planId, earner } = await this.paying();
    return this.inside(studio, { planId, userId: earner.user.id });
  }

  /** As anybody, about an ended campaign whose allocation is public. */
  private async ofAllocated(): Promise<Turn> {
    this.allocated ??= Promise.all([e2e.signIn(), e2e.signIn(), e2e.superAdmin()]).then((people) =>
      allocatedCampaign(...people),
    );
    return { as: e2e.anonymous, ids: (await this.allocated).inCampaign.path };
  }

  /** A campaign whose pool can be funded on the chain of escrows. */
  private async fundable(): Promise<Studio> {
    return escrowChain.campaign(await e2e.signIn(), await e2e.superAdmin());
  }

  /** As anybody, about a campaign that starts tomorrow and whose pool is in an escrow. */
  private async ofFunded(): Promise<Turn> {
    this.funded ??= this.fundable().then(async (studio) => {
      await escrowChain.fund(studio);
      return studio;
    });
    return { as: e2e.anonymous, ids: (await this.funded).inCampaign.path };
  }

  /** A submission that is in review or decided. */
  private async decided(step?: 'approve' | 'reject'): Promise<Turn> {
    const earner = await e2e.signIn();
    const submission = await unwrap(submit(earner, this.quests.manual, TEXT));
    if (step !== undefined) await unwrap(this.studio[step](submission));
    return { as: this.studio.client, ids: { submissionId: submission.id, userId: earner.user.id } };
  }
}
