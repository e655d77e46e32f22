import { type Caller, newOperator, newStudio, type Person, type Studio, submit } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { operations, type Operation } from '../../support/open-api.js';
import { usePlatform } from '../../support/platform.fixture.js';
import { enableOperatorTwoFactor } from '../../support/two-factor.js';
import { newDelivery } from '../../support/webhook.js';

export const ENVIRONMENT_SECRET = 'canary-environment-4d1b';

/** Nothing listens at these addresses. */
const NOWHERE = Object.fromEntries(
  ['MICROBLOG', 'CHATCOMM', 'MESSENGER', 'CODEHOST', 'VIDEOSITE'].map((platform) => [
    `PLATFORM_${platform}_URL`,
    'http://127.0.0.1:9',
  ]),
);

/** A platform that logs every answer; the logs are searched too. */
export const e2e = usePlatform({
  env: { LOG_LEVEL: 'trace', ...NOWHERE, CODEHOST_CLIENT_ID: 'shown', CODEHOST_CLIENT_SECRET: ENVIRONMENT_SECRET },
});

export let studio: Studio;
export let earner: Person;
export let admin: Caller;
/** Values of all path parameters. */
export let ids: Record<string, string>;

/** With two factors, so that no security setting that a test changes by chance keeps the operator out. */
async function superAdminInTwoSteps(): Promise<Caller> {
  const { client, email, password } = await newOperator(e2e, 'super_admin');
  const [code = ''] = await enableOperatorTwoFactor(client);
  const { challenge } = await unwrap(e2e.anonymous.POST('/v1/admin/auth/login', { body: { email, password } }));
  const body = { challengeToken: challenge?.challengeToken ?? '', code };
  return e2e.as((await unwrap(e2e.anonymous.POST('/v1/admin/auth/2fa/verify', { body }))).token);
}

beforeAll(async () => {
  studio = await newStudio(await e2e.signIn());
  earner = await e2e.signIn();
  admin = await superAdminInTwoSteps();
  const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
  const submission = await unwrap(submit(earner, quest.id, { text: 'Done.' }));
  ids = {
    projectId: studio.project.id,
    campaignId: studio.campaign.id,
    questId: quest.id,
    submissionId: submission.id,
    userId: `svcuser_${'0'.repeat(32)}`,
    slug: studio.project.slug,
    campaignSlug: studio.campaign.slug,
    questSlug: quest.slug,
    taskTypeId: 'custom_manual',
    token: `${'a'.repeat(60)}.${'b'.repeat(43)}`,
    objectionToken: 'c'.repeat(43),
    provider: 'chatcomm',
    adminId: `svcadmin_${'0'.repeat(32)}`,
    chainId: 'pion-1',
    action: 'claim',
    guardianAction: 'unpause',
    ...(await newDelivery(studio)),
    ...Object.fromEntries(
      [
        'apiKeyId',
        'walletId',
        'sessionId',
        'notificationId',
        'manifestId',
        'mailId',
        'mergeId',
        'offerId',
        'suppressionId',
        'fileId',
        'planId',
        'objectionId',
        'batchId',
        'importId',
      ].map((name) => [name, '0196f000-0000-7000-8000-000000000000']),
    ),
  };
});

/** A caller that the operation admits. */
export const actor = ({ path }: Operation): Caller => {
  if (path.startsWith('/v1/admin/auth/')) return e2e.anonymous;
  if (path.startsWith('/v1/admin/')) return admin;
  if (path.startsWith('/v1/projects')) return studio.client;
  return earner.client;
};

/** Every operation except streams and redirects. */
export const all = operations().filter(({ isStream, isRedirect }) => !isStream && !isRedirect);
