import {
  accept,
  type Answer,
  type Caller,
  newOperator,
  newStudio,
  type Person,
  Studio,
  submit,
  suspend,
} from '@questp/players';
import { unwrap, type QuestpClient } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { parallel } from '../support/parallel.js';
import { newKey } from './stage.fixture.js';

describe('Lost access', () => {
  const ROUNDS = 8;
  type Ask = (at: QuestpClient) => Promise<Answer>;
  /** Statuses from both gateways. */
  const everywhere = ({ everywhere: clients }: Caller, ask: Ask) => Promise.all(clients.map(ask));
  const statuses = async (client: Caller, ask: Ask) =>
    (await everywhere(client, ask)).map(({ response }) => response.status);

  const me: Ask = (at) => at.GET('/v1/users/me');
  const wallets: Ask = (at) => at.GET('/v1/users/me/wallets');
  const users: Ask = (at) => at.GET('/v1/admin/users');

  it('ends at once for a member that is removed, or loses the role', async () => {
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

  it('begins with the acceptance of an invitation and ends at once for a member that leaves', async () => {
    const studio = await newStudio(await e2e.signIn(), { draft: true });
    const project: Ask = (at) => at.GET('/v1/projects/{projectId}', { params: studio.inProject });
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await e2e.signIn();
      const invitation = await studio.invite(member, 'project_admin');
      expect(await statuses(member.client, project)).toEqual([404, 404]);

      await Promise.all(Array.from({ length: 4 }, () => accept(member, invitation)));
      expect(await statuses(member.client, project)).toEqual([200, 200]);

      await unwrap(member.client.POST('/v1/projects/{projectId}/leave', { params: studio.inProject }));
      expect(await statuses(member.client, project)).toEqual([404, 404]);
      expect(await accept(member, invitation)).toMatchObject({ status: 'accepted' });
      expect(await statuses(member.client, project)).toEqual([404, 404]);
    }
    const alone = await studio.client.POST('/v1/projects/{projectId}/leave', { params: studio.inProject });
    expectProblem(alone, 'LAST_PROJECT_ADMIN');
  });

  it('never begins by an invitation that was declined or withdrawn, and tells operators of all', async () => {
    const studio = await newStudio(await e2e.signIn(), { draft: true });
    const [first, second] = [await e2e.signIn(), await e2e.signIn()];
    const [declined, withdrawn] = [
      await studio.invite(first, 'project_admin'),
      await studio.invite(second, 'project_admin'),
    ];
    const at = ({ id: invitationId }: { id: string }) => ({ params: { path: { invitationId } } });
    await unwrap(first.client.POST('/v1/users/me/invitations/{invitationId}/decline', at(declined)));
    const path = { ...studio.inProject.path, invitationId: withdrawn.id };
    await unwrap(studio.client.DELETE('/v1/projects/{projectId}/invitations/{invitationId}', { params: { path } }));

    for (const [{ client }, invitation] of [
      [first, declined],
      [second, withdrawn],
    ] as const) {
      const answer = await client.POST('/v1/users/me/invitations/{invitationId}/accept', at(invitation));
      expectProblem(answer, 'INVITATION_CLOSED');
      expectProblem(await client.GET('/v1/projects/{projectId}', { params: studio.inProject }), 'NOT_FOUND');
    }
    const admin = await e2e.superAdmin();
    const query = { action: 'project.member_invited', actorId: studio.owner.user.id };
    const entries = async () => (await unwrap(admin.GET('/v1/admin/audit-log', { params: { query } }))).items;
    const told = await waitFor(async () => (await entries()).length === 2 && entries(), { what: 'the audit log' });
    expect(told.map(({ subjectId }) => subjectId).sort()).toEqual([first.user.id, second.user.id].sort());
  });

  it.each([
    ['removed', 'NOT_FOUND'],
    ['suspended', 'ACCOUNT_SUSPENDED'],
  ] as const)(
    'ends amid a bulk review for a member that is %s: nothing is decided after the answer',
    async (how, code) => {
      const studio = await newStudio(await e2e.signIn());
      const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
      const member = await e2e.signIn();
      await studio.addMember(member, 'project_moderator');
      const earners = await e2e.people(30);
      const handedIn = await parallel(30, (n) => unwrap(submit(earners[n] as Person, quest.id, { text: 'Done.' })));
      const decided = () =>
        e2e.count('SELECT count(*) FROM quests.submission WHERE reviewed_by = $1', [member.user.id]);
      const admin = await e2e.superAdmin();

      const items = handedIn.map(({ id: submissionId }) => ({ submissionId, decision: 'approve' as const }));
      const holder = await e2e.db.connect();
      try {
        const later = handedIn.slice(10).map(({ id }) => id);
        await holder.query('BEGIN');
        await holder.query('SELECT FROM quests.submission WHERE id = ANY($1) FOR UPDATE', [later]);
        const bulk = unwrap(
          member.client.POST('/v1/projects/{projectId}/submissions/bulk-review', {
            params: studio.inProject,
            body: { items },
          }),
        );
        await waitFor(async () => (await decided()) === 10, { what: 'the first decisions', intervalMs: 5 });
        const lost =
          how === 'suspended'
            ? unwrap(suspend(admin, member))
            : unwrap(
                studio.client.DELETE('/v1/projects/{projectId}/members/{userId}', { params: studio.atMember(member) }),
              );
        const waiting = `SELECT count(*) FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await waitFor(async () => (await e2e.count(waiting)) > 4, { what: 'the change to wait', intervalMs: 5 });
        await holder.query('ROLLBACK');
        await lost;
        const atTheAnswer = await decided();
        const { results } = await bulk;
        expect(await decided()).toBe(atTheAnswer);
        expect(results.filter(({ ok }) => ok)).toHaveLength(atTheAnswer);
        expect(atTheAnswer).toBeLessThan(20);
        for (const { ok, error } of results) expect(error?.code).toBe(ok ? undefined : code);
      } finally {
        await holder.query('ROLLBACK');
        holder.release();
      }
    },
  );

  it('ends with the membership for the API keys that a member made, and with the project for all', async () => {
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

  it('ends at once for the API keys of a member that leaves, of which the list of the project says so', async () => {
    const studio = await newStudio(await e2e.signIn(), { draft: true });
    const project: Ask = (at) => at.GET('/v1/projects/{projectId}', { params: studio.inProject });
    for (let round = 0; round < ROUNDS; round += 1) {
      const member = await e2e.signIn();
      await studio.addMember(member, 'project_admin');
      const { apiKey, key } = await newKey(new Studio(member, studio.project, studio.campaign), ['project:read']);
      expect(await statuses(e2e.as(key), project)).toEqual([200, 200]);
      await unwrap(member.client.POST('/v1/projects/{projectId}/leave', { params: studio.inProject }));
      expect(await statuses(e2e.as(key), project)).toEqual([401, 401]);
      const { items } = await unwrap(
        studio.client.GET('/v1/projects/{projectId}/api-keys', { params: studio.inProject }),
      );
      expect(items.find(({ id }) => id === apiKey.id)).toMatchObject({
        createdBy: member.user.id,
        revokedReason: 'maker_left',
      });
    }
  });

  it('ends at once for a user that is suspended, and comes back', async () => {
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

  it('ends at once for an API key that is revoked or expires', async () => {
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

  it('ends at once for a session that is signed out, ended from another, or ended with the others', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const first = await e2e.signIn();
      const [second, third] = [await e2e.signIn({ wallet: first.wallet }), await e2e.signIn({ wallet: first.wallet })];
      for (const { client } of [first, second, third]) expect(await statuses(client, me)).toEqual([200, 200]);

      expect((await first.client.POST('/v1/auth/sign-out')).response.status).toBe(204);
      expect(await statuses(first.client, me)).toEqual([401, 401]);
      expect(await statuses(second.client, me)).toEqual([200, 200]);

      expect((await second.client.DELETE('/v1/users/me/sessions')).response.status).toBe(200);
      expect(await statuses(third.client, me)).toEqual([401, 401]);
      expect(await statuses(second.client, me)).toEqual([200, 200]);
    }
  });

  it('A-43 ends at once for an operator that is suspended or gets another role', async () => {
    const admin = await e2e.superAdmin();
    for (let round = 0; round < 3; round += 1) {
      const { client, admin: operator } = await newOperator(e2e, 'platform_moderator');
      expect(await statuses(client, users)).toEqual([200, 200]);
      const body = round % 2 ? ({ status: 'suspended' } as const) : ({ role: 'super_admin' } as const);
      await unwrap(admin.PATCH('/v1/admin/admins/{adminId}', { params: { path: { adminId: operator.id } }, body }));
      expect(await statuses(client, users)).toEqual([401, 401]);
    }
  });

  it('leaves a suspended user only what ends sessions', async () => {
    const person = await e2e.signIn();
    await unwrap(suspend(await e2e.superAdmin(), person));

    expect(await unwrap(person.client.GET('/v1/users/me'))).toMatchObject({ status: 'suspended' });
    expectProblem(await person.client.PATCH('/v1/users/me', { body: { bio: 'x' } }), 'ACCOUNT_SUSPENDED');
    expect((await person.client.POST('/v1/auth/sign-out')).response.status).toBe(204);
  });
});
