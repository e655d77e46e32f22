import { newOperator, operatorPasswordProof, operatorSignIn, suspend } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { escrowChain } from '../../support/escrow-chain.fixture.js';
import { mailbox } from '../../support/mailbox.js';
import { mergedAccounts } from '../../support/merges.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';
import { appCode, beginOperatorTwoFactor, enableOperatorTwoFactor } from '../../support/two-factor.js';
import type { Story } from './story.fixture.js';
import type { Turns } from './turn.js';

/** Operators: their accounts, and what they do with users, mails and credentials. */
export const operatorTurns = (story: Story): Turns => ({
  adminGetNotificationPreferences: async () => ({ as: await e2e.superAdmin() }),
  adminSetNotificationPreferences: async () => ({ as: await e2e.superAdmin() }),
  adminGetIntegrationsHealth: async () => ({ as: await e2e.superAdmin() }),
  adminGetChatcommSetup: async () => {
    // Other examples store credentials that do not exist.
    await e2e.sql(`DELETE FROM integrations.credential WHERE provider = 'chatcomm'`);
    return { as: await e2e.superAdmin() };
  },
  adminRegisterMessengerWebhook: async () => ({ as: await e2e.superAdmin() }),
  adminSignIn: async () => {
    const { email, password } = await newOperator(e2e, 'platform_moderator');
    return { as: e2e.anonymous, sent: { email, password } };
  },
  adminVerifySecondFactor: async () => {
    const { sent } = await operatorInTwoSteps();
    return { as: e2e.anonymous, sent };
  },
  adminAskForSecondFactorCode: async () => {
    const { challengeToken } = (await operatorInTwoSteps()).sent;
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
    const { sent } = await operatorInTwoSteps();
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
    await escrowChain.storeKeys(as);
    return { as, sent: { chainId: 'cosmoshub-4' } };
  },
  adminSuspendUser: async () => ({ as: await e2e.superAdmin(), ids: { userId: (await e2e.signIn()).user.id } }),
  adminReactivateUser: async () => {
    const person = await e2e.signIn();
    await unwrap(suspend(await e2e.superAdmin(), person));
    return { as: await e2e.superAdmin(), ids: { userId: person.user.id } };
  },
  adminGetMerge: async () => ({ as: await e2e.superAdmin(), ids: { mergeId: (await mergedAccounts()).mergeId } }),
  adminUndoMerge: async () => ({ as: await e2e.superAdmin(), ids: { mergeId: (await mergedAccounts()).mergeId } }),
  adminApproveSubmission: async () => ({ ...(await story.decided()), as: await e2e.superAdmin() }),
  adminRejectSubmission: async () => ({ ...(await story.decided()), as: await e2e.superAdmin() }),
  adminUndoReview: async () => ({ ...(await story.decided('approve')), as: await e2e.superAdmin() }),
  adminReverseSubmission: async () => ({ ...(await story.decided('approve')), as: await e2e.superAdmin() }),
});

/** The same of an operator. */
async function operatorInTwoSteps() {
  const { client, email, password } = await newOperator(e2e, 'platform_moderator');
  const [code = ''] = await enableOperatorTwoFactor(client);
  const { challenge } = await unwrap(e2e.anonymous.POST('/v1/admin/auth/login', { body: { email, password } }));
  return { sent: { challengeToken: challenge?.challengeToken as string, code } };
}
