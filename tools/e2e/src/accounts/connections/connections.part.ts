import { BOTS } from '@questp/emulators';
import { accept, connectByOAuth, connectionProof, newStudio, type Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../../support/expect-problem.fixture.js';
import { e2e } from '../../support/one-platform.fixture.js';

const CONNECTIONS = '/v1/projects/{projectId}/connections';
const at = <Provider extends string>({ inProject }: Pick<Studio, 'inProject'>, provider: Provider) => ({
  params: { path: { ...inProject.path, provider } },
});

describe('Connections of a project', () => {
  const list = async ({ client, inProject: params }: Studio) =>
    (await unwrap(client.GET(CONNECTIONS, { params }))).items;
  const audited = async ({ client, inProject }: Studio) => {
    const params = { ...inProject, query: { action: 'connection.removed' as const } };
    const { items } = await unwrap(client.GET('/v1/projects/{projectId}/audit-log', { params }));
    return items.map(({ actor, details }) => [actor.userId, details['provider']]);
  };
  const givenBack = () =>
    waitFor(
      async () => (await e2e.count(`SELECT count(*) FROM integrations.oauth_grant WHERE state = 'ended'`)) === 0,
      { what: 'what was agreed to to be given back' },
    );

  it('are an account, a server and a bot, seen by the whole team, changed by its admins, and in the audit log', async () => {
    const studio = await newStudio(await e2e.signIn());
    const account = await connectByOAuth(studio, 'codehost', { login_hint: 'earner-51' });
    const server = await connectByOAuth(studio, 'chatcomm', {
      ...{ login_hint: 'earner-51', guild_id: '1300000000000000002' },
    });
    const bot = await unwrap(
      studio.client.PUT('/v1/projects/{projectId}/messenger/bot', {
        params: studio.inProject,
        body: { botToken: BOTS[2]?.token ?? '' },
      }),
    );
    expect(bot).toMatchObject({ provider: 'messenger', name: 'emulated_second_bot' });
    expect(server).toMatchObject({ accountId: '1300000000000000002', name: 'Second server', state: 'connected' });
    const moderator = await e2e.signIn();
    await accept(moderator, await studio.invite(moderator, 'project_moderator'));
    const { items } = await unwrap(moderator.client.GET(CONNECTIONS, { params: studio.inProject }));
    expect(items).toEqual([server, account, bot]);
    expectProblem(await moderator.client.DELETE(`${CONNECTIONS}/{provider}`, at(studio, 'codehost')), 'FORBIDDEN');
    await unwrap(studio.client.DELETE(`${CONNECTIONS}/{provider}`, at(studio, 'codehost')));
    expect(await list(studio)).toEqual([server, bot]);
    await waitFor(async () => (await audited(studio)).length === 1, { what: 'the entry of the removal' });
    expect(await audited(studio)).toEqual([[studio.owner.user.id, 'codehost']]);
    await givenBack();
  });

  it('connections end with the project, and that of the code host with the member who authorized it', async () => {
    const studio = await newStudio(await e2e.signIn());
    await connectByOAuth(studio, 'chatcomm', { login_hint: 'earner-54' });
    const second = await e2e.signIn();
    await accept(second, await studio.invite(second, 'project_admin'));
    await connectByOAuth({ client: second.client, inProject: studio.inProject }, 'codehost', {
      login_hint: 'earner-55',
    });
    expect(await list(studio)).toHaveLength(2);
    const leave = second.client.POST('/v1/projects/{projectId}/leave', { params: studio.inProject });
    await unwrap(leave);
    await waitFor(async () => (await list(studio)).length === 1, { what: 'the account to leave with its member' });
    await unwrap(studio.client.POST('/v1/projects/{projectId}/archive', { params: studio.inProject }));
    await waitFor(async () => (await list(studio)).length === 0, { what: 'the server to go with the project' });
    const body = await connectionProof(studio, 'chatcomm', { login_hint: 'earner-54' });
    expectProblem(
      await studio.client.PUT(`${CONNECTIONS}/{provider}`, { ...at(studio, 'chatcomm'), body }),
      'INVALID_TRANSITION',
    );
    await givenBack();
  });
});
