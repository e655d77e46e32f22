import { randomUUID } from 'node:crypto';
import type { Answer } from '@questp/players';
import { unwrap, type Problem } from '@questp/sdk';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { asCsv, fill, operations, shownOf, takesCsv, withIds } from '../support/open-api.js';
import { newTenant, type Tenant } from './stage.fixture.js';

type Ids = Record<string, string>;

describe('Ids of others', () => {
  let mine: Tenant;
  let theirs: Tenant;

  beforeAll(async () => {
    [mine, theirs] = [await newTenant(), await newTenant()];
  });

  const tenantRoutes = operations()
    .filter(
      ({ path }) =>
        path.includes('{projectId}') && !path.startsWith('/v1/admin/') && !/\/(leaderboard|webhook)(\/|$)/.test(path),
    )
    .map((operation) => [operation.route, operation] as const);

  /** All rows of a tenant that a request could change, without the failures of deliveries, which no request writes. */
  const state = ({ studio, earner }: Tenant) =>
    e2e.sql(
      `SELECT (SELECT to_jsonb(p) FROM quests.project p WHERE p.id = $1) AS project,
        (SELECT jsonb_agg(m ORDER BY user_id) FROM quests.project_member m WHERE m.project_id = $1) AS members,
        (SELECT jsonb_agg(i ORDER BY id) FROM quests.invitation i WHERE i.project_id = $1) AS invitations,
        (SELECT jsonb_agg(c ORDER BY id) FROM quests.campaign c WHERE c.project_id = $1) AS campaigns,
        (SELECT jsonb_agg(q ORDER BY id) FROM quests.quest q WHERE q.project_id = $1) AS quests,
        (SELECT jsonb_agg(s ORDER BY id) FROM quests.submission s WHERE s.project_id = $1) AS submissions,
        (SELECT jsonb_agg(k.revoked_at ORDER BY id) FROM identity.api_key k WHERE k.project_id = $1) AS keys,
        (SELECT jsonb_agg(n ORDER BY id) FROM integrations.project_connection n WHERE n.project_id = $1) AS connections,
        (SELECT to_jsonb(s) FROM integrations.project_signing_secret s WHERE s.project_id = $1) AS signing,
        (SELECT jsonb_agg(to_jsonb(w) - 'failing_since' ORDER BY id) FROM integrations.project_webhook w WHERE w.project_id = $1) AS webhooks,
        (SELECT jsonb_agg(p ORDER BY id) FROM escrow.payout_plan p WHERE p.project_id = $1) AS plans,
        (SELECT jsonb_agg(w ORDER BY id) FROM identity.wallet w WHERE w.user_id = $2) AS wallets,
        (SELECT jsonb_agg(x.id ORDER BY id) FROM identity.user_session x WHERE x.owner_id = $2) AS sessions`,
      [studio.project.id, earner.user.id],
    );

  /** The answer without the members that identify the request. */
  const essence = ({ error, response: { status } }: Answer) => ({
    ...(error as Problem),
    status,
    requestId: '',
    instance: '',
  });

  const unknownIds = (): Ids => ({
    projectId: randomUUID(),
    campaignId: randomUUID(),
    questId: randomUUID(),
    submissionId: randomUUID(),
    apiKeyId: randomUUID(),
    userId: `svcuser_${randomUUID().replaceAll('-', '')}`,
    sessionId: randomUUID(),
    walletId: randomUUID(),
    notificationId: randomUUID(),
    mergeId: randomUUID(),
    offerId: randomUUID(),
    invitationId: randomUUID(),
    manifestId: randomUUID(),
    planId: randomUUID(),
    batchId: randomUUID(),
    importId: randomUUID(),
    webhookId: randomUUID(),
    deliveryId: randomUUID(),
  });

  it.each(tenantRoutes)(
    'A-49 %s returns the same NOT_FOUND for ids of another project as for unknown ids',
    async (route, operation) => {
      const { method, path } = operation;
      const { body, query } = shownOf(operation);
      const search = Object.keys(query).length === 0 ? '' : `?${new URLSearchParams(query).toString()}`;
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string);
      const call = (ids: Ids) =>
        mine.studio.client.call(
          method,
          fill(path, ids) + search,
          takesCsv(route) ? asCsv(`${theirs.earner.user.id},Taken over`) : { body: withIds(body, ids) },
        );
      const before = await state(theirs);

      // Their project with their children, then each of their children below mine. Providers and chains belong to no tenant.
      const foreign: Ids[] = [
        theirs.ids,
        ...names
          .filter((name) => !['projectId', 'provider', 'chainId'].includes(name))
          .map((name) => ({ ...mine.ids, [name]: theirs.ids[name] as string })),
      ];
      for (const ids of foreign) {
        const unknown = Object.fromEntries(
          Object.entries(ids).map(([name, value]) => [
            name,
            value === mine.ids[name] ? value : (unknownIds()[name] ?? value),
          ]),
        );
        const [answer, reference] = [await call(ids), await call(unknown)];
        expectProblem(answer, 'NOT_FOUND');
        expect(essence(answer)).toEqual(essence(reference));
      }
      expect(await state(theirs)).toEqual(before);
    },
  );

  it('A-49 a bulk review does not decide on submissions of another project', async () => {
    const before = await state(theirs);
    const bulk = (submissionId: string) =>
      unwrap(
        mine.studio.client.POST('/v1/projects/{projectId}/submissions/bulk-review', {
          params: mine.studio.inProject,
          body: { items: [{ submissionId, decision: 'approve' }] },
        }),
      );

    const [{ results: foreign }, { results: unknown }] = [
      await bulk(theirs.ids['submissionId'] as string),
      await bulk(randomUUID()),
    ];

    expect(foreign[0]).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } });
    expect(foreign[0]?.error).toEqual(unknown[0]?.error);
    expect(await state(theirs)).toEqual(before);
  });

  const OWN_ROUTES = [
    'DELETE /v1/users/me/sessions/{sessionId}',
    'DELETE /v1/users/me/wallets/{walletId}',
    'PUT /v1/users/me/wallets/{walletId}/primary',
    'GET /v1/users/me/submissions/{submissionId}',
    'POST /v1/users/me/invitations/{invitationId}/accept',
    'POST /v1/users/me/invitations/{invitationId}/decline',
    'GET /v1/users/me/merge-offers/{offerId}',
    'POST /v1/users/me/merge-offers/{offerId}/confirm',
  ];

  it.each(OWN_ROUTES)(
    'A-49 %s returns the same NOT_FOUND for ids of another user as for unknown ids',
    async (route) => {
      const [method = '', template = ''] = route.split(' ');
      const before = await state(theirs);
      const call = (ids: Ids) => mine.earner.client.call(method, fill(template, ids));

      const [answer, reference] = [await call(theirs.ids), await call(unknownIds())];

      expectProblem(answer, 'NOT_FOUND');
      expect(essence(answer)).toEqual(essence(reference));
      expect(await state(theirs)).toEqual(before);
    },
  );

  it('A-49 an API key reads nothing of another project', async () => {
    const key = e2e.as(mine.key);
    const paths = [
      `/v1/projects/${theirs.ids['projectId']}`,
      `/v1/projects/${theirs.ids['projectId']}/leaderboard`,
      `/v1/campaigns/${theirs.ids['campaignId']}/leaderboard`,
      `/v1/projects/${mine.ids['projectId']}/campaigns/${theirs.ids['campaignId']}`,
      `/v1/projects/${mine.ids['projectId']}/campaigns/${theirs.ids['campaignId']}/totals`,
      `/v1/projects/${mine.ids['projectId']}/submissions/${theirs.ids['submissionId']}`,
    ];
    for (const path of paths) expectProblem(await key.call('GET', path), 'NOT_FOUND');
    const { inProject: params, campaign } = mine.studio;
    expect((await unwrap(key.GET('/v1/projects/{projectId}', { params }))).id).toBe(mine.ids['projectId']);
    const board = key.GET('/v1/campaigns/{campaignId}/leaderboard', { params: { path: { campaignId: campaign.id } } });
    expect(await unwrap(board)).toMatchObject({ items: [] });
  });

  it('A-49 a filter with ids of another project lists nothing', async () => {
    const filters = ['campaignId', 'questId', 'userId'].map((name) => ({ [name]: theirs.ids[name] }));
    for (const query of [...filters, { userId: theirs.earner.user.id }]) {
      const params = { ...mine.studio.inProject, query };
      const page = await unwrap(mine.studio.client.GET('/v1/projects/{projectId}/submissions', { params }));
      expect(page.items).toEqual([]);
    }
  });

  it.each(['not-a-uuid', '0', '%00', '..%2f..', 'null', 'ffffffff-ffff-ffff-ffff-ffffffffffff', "'%20OR%201=1--"])(
    'A-49 returns NOT_FOUND for the malformed id %s',
    async (id) => {
      const projectPath = `/v1/projects/${mine.ids['projectId']}`;
      const campaignPath = `${projectPath}/campaigns/${mine.ids['campaignId']}`;
      const paths = [`/v1/projects/${id}`, `${projectPath}/campaigns/${id}`, `${campaignPath}/quests/${id}`];
      for (const path of [...paths, `${projectPath}/submissions/${id}`, `/v1/quests/${id}`]) {
        expectProblem(await mine.studio.client.call('GET', path), 'NOT_FOUND');
      }
    },
  );
});
