import { randomUUID } from 'node:crypto';
import {
  type Body,
  newStudio,
  offerMerge,
  type Person,
  presign,
  type Schemas,
  type Studio,
  submit,
} from '@questp/players';
import { unwrap } from '@questp/sdk';
import { e2e } from '../support/one-platform.fixture.js';
import { newDelivery } from '../support/webhook.js';

/** A project with one resource of each kind. */
export interface Tenant {
  studio: Studio;
  earner: Person;
  key: string;
  ids: Record<string, string>;
}

export async function newTenant(): Promise<Tenant> {
  const studio = await newStudio(await e2e.signIn());
  const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
  const earner = await e2e.signIn();
  const submission = await unwrap(submit(earner, quest.id, { text: 'Done.' }));
  const { apiKey, key } = await newKey(studio, [
    'project:read',
    'submissions:read',
    'leaderboard:read',
    'exports:read',
  ]);
  const { items: sessions } = await unwrap(earner.client.GET('/v1/users/me/sessions'));
  const { items: wallets } = await unwrap(earner.client.GET('/v1/users/me/wallets'));
  const invitation = await studio.invite(await e2e.signIn(), 'project_moderator');
  const { response: exported } = await studio.client.call<string>(
    'GET',
    `/v1/projects/${studio.project.id}/exports/participants.csv`,
  );
  const planId = randomUUID();
  await e2e.sql(
    `INSERT INTO escrow.payout_plan (id, campaign_id, project_id, version, kind, status, planned_at)
      VALUES ($1, $2, $3, 1, 'preview', 'superseded', now())`,
    [planId, studio.campaign.id, studio.project.id],
  );
  const [batchId, importId] = [randomUUID(), randomUUID()];
  await e2e.sql('INSERT INTO escrow.payout_batch (id, plan_id, batch, created_by) VALUES ($1, $2, 1, $3)', [
    batchId,
    planId,
    studio.owner.user.id,
  ]);
  await e2e.sql('INSERT INTO escrow.payment_import (id, plan_id, imported_by) VALUES ($1, $2, $3)', [
    importId,
    planId,
    studio.owner.user.id,
  ]);
  const ids = {
    projectId: studio.project.id,
    campaignId: studio.campaign.id,
    questId: quest.id,
    submissionId: submission.id,
    apiKeyId: apiKey.id,
    userId: studio.owner.user.id,
    sessionId: sessions[0]?.id as string,
    walletId: wallets[0]?.id as string,
    notificationId: randomUUID(),
    mailId: randomUUID(),
    mergeId: randomUUID(),
    offerId: await offerMerge(earner, (await e2e.signIn()).wallet),
    suppressionId: randomUUID(),
    hookId: randomUUID(),
    ...(await newDelivery(studio)),
    invitationId: invitation.id,
    fileId: (await presign(earner.client)).fileId,
    manifestId: exported.headers.get('x-manifest-id') as string,
    slug: studio.project.slug,
    campaignSlug: studio.campaign.slug,
    questSlug: quest.slug,
    taskTypeId: 'custom_manual',
    objectionToken: 'a'.repeat(43),
    token: `${'a'.repeat(60)}.${'b'.repeat(43)}`,
    provider: 'chatcomm',
    adminId: `svcadmin_${'0'.repeat(32)}`,
    planId,
    objectionId: randomUUID(),
    batchId,
    importId,
    chainId: 'cosmoshub-4',
    action: 'claim',
    guardianAction: 'unpause',
  };
  return { studio, earner, key, ids };
}

/** A new key of the project, which is shown once. */
export async function newKey(
  { client, inProject }: Studio,
  scopes: Body<'createApiKey'>['scopes'],
): Promise<{ apiKey: Schemas['ApiKey']; key: string }> {
  const body = { name: 'Key', scopes };
  const { apiKey, key } = await unwrap(client.POST('/v1/projects/{projectId}/api-keys', { params: inProject, body }));
  if (key === null) throw new Error('The answer is a replay');
  return { apiKey, key };
}
