import {
  type Caller,
  challengeFor,
  emailProof,
  newAddress,
  oauthProof,
  passwordProof,
  signInByEmail,
  signInByOAuth,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { mailbox } from '../../support/mailbox.js';
import { e2e } from '../../support/one-platform.fixture.js';
import { appCode, beginTwoFactor, enableTwoFactor } from '../../support/two-factor.js';
import type { Story } from './story.fixture.js';
import type { Turn, Turns } from './turn.js';

/** Signing in, and what keeps others from it. */
export const signInTurns = (story: Story): Turns => ({
  signInWithWallet: () => signsIn(story),
  signInWithLegacyWallet: () => signsIn(story),
  signOut: async () => ({ as: (await e2e.signIn()).client }),
  askForSignInCode: () => ({ as: e2e.anonymous, sent: { email: newAddress() } }),
  signInWithEmail: async () => {
    const email = newAddress();
    await signInByEmail(e2e.anonymous, mailbox, email);
    return { as: e2e.anonymous, sent: await emailProof(e2e.anonymous, mailbox, email) };
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
  verifySecondFactor: async () => {
    const { sent } = await inTwoSteps();
    return { as: e2e.anonymous, sent };
  },
  askForSecondFactorCode: async () => {
    const { challengeToken } = (await inTwoSteps()).sent;
    return { as: e2e.anonymous, sent: { challengeToken } };
  },
  beginTwoFactor: async () => ({ as: (await e2e.signIn()).client }),
  enableTwoFactor: async () => {
    const { client } = await e2e.signIn();
    const { secret } = await beginTwoFactor(client);
    return { as: client, sent: { code: appCode(secret) } };
  },
  disableTwoFactor: async () => ({ as: await withTwoFactor() }),
  renewRecoveryCodes: async () => ({ as: await withTwoFactor() }),
  endSession: async () => {
    const { client, wallet } = await e2e.signIn();
    await e2e.signIn({ wallet });
    const { items } = await unwrap(client.GET('/v1/users/me/sessions'));
    return { as: client, ids: { sessionId: items.find(({ isCurrent }) => !isCurrent)?.id as string } };
  },
});

async function signsIn(story: Story): Promise<Turn> {
  const { wallet } = story.earner;
  return { as: e2e.anonymous, sent: wallet.prove(await challengeFor(e2e.anonymous, wallet)) };
}

/** A user's first sign-in step, and the body of the second. */
async function inTwoSteps() {
  const { client, wallet } = await e2e.signIn();
  const [code = ''] = await enableTwoFactor(client);
  const body = wallet.prove(await challengeFor(e2e.anonymous, wallet));
  const { challenge } = await unwrap(e2e.anonymous.POST('/v1/auth/wallet/verify', { body }));
  return { sent: { challengeToken: challenge?.challengeToken as string, code } };
}

async function withTwoFactor(): Promise<Caller> {
  const { sent } = await inTwoSteps();
  return e2e.as((await unwrap(e2e.anonymous.POST('/v1/auth/2fa/verify', { body: sent }))).token);
}
