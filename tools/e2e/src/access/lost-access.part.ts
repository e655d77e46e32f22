import { type Answer, type Caller, newOperator, newStudio, Studio, suspend } from '@questp/players';
import { unwrap, type QuestpClient } from '@questp/sdk';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { newKey } from './stage.fixture.js';

describe('Lost access', () => {
  const ROUNDS = 8;
  type Ask = (at: QuestpClient) => Promise<Answer>;
  /** Statuses from both gateways. */
  const everywhere = ({ everywhere: clients }: Caller, ask: Ask) => Promise.all(clients.map(ask));
  const statuses = async (client: Caller, ask: Ask) =>
    (await everywhere(client, ask)).map(({ response }) => response.status);

  const wallets: Ask = (at) => at.GET('/v1/users/me/wallets');
  const users: Ask = (at) => at.GET('/v1/admin/users');

  it('a member who is removed, or loses the role, loses access at once', async () => {
    const studio = await newStudio(await e2e.signIn(), { draft: true });
    const project: Ask = (at) => at.GET('/v1/projects/{projectId}', { params: studio.inProject });
    const keys: Ask = (at) => at.GET('/v1/projects/{projectId}/api-keys', { params: studio.inProject });
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await e2e.signIn();
      await studio.addMember(member, 'project_admin');
      const params = studio.atMember(member);
      expect(await statuses(member.client, keys)).toEqual([200, 200]);

      const body = { role: 'project_moderator' as const };
      await unwrap(studio.client.PATCH('/v1/projects/{projectId}/members/{userId}', { params, body }));
      expect(await statuses(member.client, keys)).toEqual([403, 403]);
      expect(await statuses(member.client, project)).toEqual([200, 200]);

      await unwrap(studio.client.DELETE('/v1/projects/{projectId}/members/{userId}', { params }));
      expect(await statuses(member.client, project)).toEqual([404, 404]);
    }
  });

  it('API keys of a member end with the membership, and all keys end with the project', async () => {
    const studio = await newStudio(await e2e.signIn(), { draft: true });
    const member = await e2e.signIn();
    await studio.addMember(member, 'project_admin');
    const theirs = await newKey(new Studio(member, studio.project, studio.campaign), ['project:read']);
    const owners = await newKey(studio, ['project:read']);
    const project: Ask = (at) => at.GET('/v1/projects/{projectId}', { params: studio.inProject });
    const of = (key: string) => statuses(e2e.as(key), project);
    expect([await of(theirs.key), await of(owners.key)].flat()).toEqual([200, 200, 200, 200]);

    await unwrap(
      studio.client.DELETE('/v1/projects/{projectId}/members/{userId}', { params: studio.atMember(member) }),
    );
    expect(await of(theirs.key)).toEqual([401, 401]);
    expect(await of(owners.key)).toEqual([200, 200]);

    await unwrap(studio.client.POST('/v1/projects/{projectId}/archive', { params: studio.inProject }));
    expect(await of(owners.key)).toEqual([401, 401]);
  });

  it('a suspended user loses access at once, and regains it by the reactivation', async () => {
    const admin = await e2e.superAdmin();
    for (let round = 0; round < ROUNDS; round += 1) {
      const person = await e2e.signIn();
      expect(await statuses(person.client, wallets)).toEqual([200, 200]);

      await unwrap(suspend(await e2e.superAdmin(), person));
      const answers = await everywhere(person.client, wallets);
      for (const answer of answers) expectProblem(answer, 'ACCOUNT_SUSPENDED');

      const params = { path: { userId: person.user.id } };
      await unwrap(admin.POST('/v1/admin/users/{userId}/reactivate', { params }));
      expect(await statuses(person.client, wallets)).toEqual([200, 200]);
    }
  });

  it('a revoked API key loses access at once', async () => {
    const studio = await newStudio(await e2e.signIn(), { draft: true });
    const project: Ask = (at) => at.GET('/v1/projects/{projectId}', { params: studio.inProject });
    for (let round = 0; round < ROUNDS; round += 1) {
      const { apiKey, key } = await newKey(studio, ['project:read']);
      const client = e2e.as(key);
      expect(await statuses(client, project)).toEqual([200, 200]);

      const params = { path: { ...studio.inProject.path, apiKeyId: apiKey.id } };
      await unwrap(studio.client.DELETE('/v1/projects/{projectId}/api-keys/{apiKeyId}', { params }));
      expect(await statuses(client, project)).toEqual([401, 401]);
    }
  });

  it('A-43 an operator who is suspended, or gets another role, loses access at once', async () => {
    const admin = await e2e.superAdmin();
    for (let round = 0; round < 3; round += 1) {
      const { client, admin: operator } = await newOperator(e2e, 'platform_moderator');
      expect(await statuses(client, users)).toEqual([200, 200]);
      const body = round % 2 ? ({ status: 'suspended' } as const) : ({ role: 'super_admin' } as const);
      await unwrap(admin.PATCH('/v1/admin/admins/{adminId}', { params: { path: { adminId: operator.id } }, body }));
      expect(await statuses(client, users)).toEqual([401, 401]);
    }
  });
});
