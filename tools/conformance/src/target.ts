import { join } from 'node:path';
import { startEmulators } from '@questp/emulators';
import { startTestServers } from '@questp/local-stack';
import { changePassword, Gateways, newStudio, NO_LIMITS, operatorSignIn, signIn, upload } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { startPlatform, workspaceRoot } from '@questp/testing';

/** The committed document. */
export const DOCUMENT = join(workspaceRoot, 'docs/reference/openapi.json');

/** The platform that is checked, with a project in it. */
export interface Target {
  /** Of the gateway, without a path. */
  url: string;
  /** Of the project's owner, an operator and the project. */
  tokens: { user: string; operator: string; apiKey: string };
  /** Ids of existing resources, by path parameter. */
  ids: Readonly<Record<string, string>>;
  project: { id: string; slug: string; name: string };
  /** Values that every client must read. */
  expected: { methods: string[]; quests: string[]; project: string };
}

/**
 * Runs `work` on a platform of its own, with emulated third parties and without rate limits. Uses
 * TEST_DATABASE_URL and TEST_NATS_SERVER where both are given, as the tests do.
 */
export async function withTarget<T>(work: (target: Target) => Promise<T>): Promise<T> {
  const given = process.env['TEST_DATABASE_URL'] && process.env['TEST_NATS_SERVER'];
  const servers = given ? undefined : await startTestServers(workspaceRoot);
  Object.assign(process.env, servers?.env);
  const emulators = await startEmulators();
  try {
    const platform = await startPlatform({ env: { ...NO_LIMITS, ...emulators.environment } });
    try {
      return await work(await seed(platform.gatewayUrls, platform.admin));
    } finally {
      await platform.stop();
    }
  } finally {
    await emulators.stop();
    await servers?.stop();
  }
}

async function seed(urls: readonly string[], admin: { email: string; password: string }): Promise<Target> {
  const gateways = new Gateways(urls);
  const owner = await signIn(gateways);
  const studio = await newStudio(owner);
  const quest = await studio.quest('engagement_secret_code', { code: 'Moonrise' });
  const image = await upload(owner.client);
  const { items } = await unwrap(gateways.anonymous.GET('/v1/discover/quests', inQuery(studio.project.slug)));
  const { methods } = await unwrap(gateways.anonymous.GET('/v1/auth/methods'));
  const operator = await operatorSignIn(gateways, await changePassword(await operatorSignIn(gateways, admin), admin));
  const created = await unwrap(
    studio.client.POST('/v1/projects/{projectId}/api-keys', {
      params: studio.inProject,
      body: { name: 'Key', scopes: ['project:read', 'submissions:read', 'leaderboard:read', 'exports:read'] },
    }),
  );
  return {
    url: urls[0] as string,
    tokens: { user: owner.token, operator: operator.token as string, apiKey: created.key as string },
    project: studio.project,
    ids: {
      projectId: studio.project.id,
      slug: studio.project.slug,
      campaignId: studio.campaign.id,
      campaignSlug: studio.campaign.slug,
      questId: quest.id,
      questSlug: quest.slug,
      userId: owner.user.id,
      fileId: image.id,
      apiKeyId: created.apiKey.id,
    },
    expected: {
      methods: methods.map(({ id }) => id),
      quests: items.map(({ title }) => title),
      project: studio.project.name,
    },
  };
}

const inQuery = (projectSlug: string) => ({ params: { query: { projectSlug } } });
