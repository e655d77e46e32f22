import { checkIn, newStudio, type Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { e2e } from '../support/one-platform.fixture.js';
import { REPLICAS, SERVERS, START_MS } from './compose.js';
import { containers } from './running-containers.fixture.js';

const CONTAINERS = [...SERVERS, ...REPLICAS.filter((name) => !name.endsWith('-2'))];

/**
 * The process is killed from outside, as the kernel does when memory runs out: `docker kill` and `podman kill` count as a
 * stop by a person, after which neither restarts a container.
 */
describe('A container that is killed', () => {
  let studio: Studio;
  beforeAll(async () => {
    studio = await newStudio(await e2e.signIn());
  });

  it.each(CONTAINERS)(
    '(%s) starts again by itself, and what needs it works',
    async (service) => {
      const before = (await containers.inspect(service)).State.Pid;
      await containers.crash(service);

      await waitFor(
        async () => {
          const { Running, Pid } = (await containers.inspect(service)).State;
          return Running && Pid !== before;
        },
        { what: `another process of ${service}`, timeoutMs: START_MS, intervalMs: 500 },
      );
      await containers.untilHealthy([...SERVERS, ...REPLICAS]);
      const earner = await waitFor(() => e2e.signIn(), { what: 'a sign-in' });
      const quest = await waitFor(() => studio.quest('engagement_daily_checkin'), { what: 'a quest' });
      await waitFor(async () => (await checkIn(earner, quest.id)).response.ok, { what: 'a check-in' });
      const accounts = () => earner.client.GET('/v1/users/me/accounts');
      await waitFor(async () => (await accounts()).response.ok, { what: 'an answer of integrations' });
      const notifications = () => earner.client.GET('/v1/notifications');
      await waitFor(async () => (await notifications()).response.ok, { what: 'an answer of notifier' });
      const { projectId, campaignId } = studio.inCampaign.path;
      const csv = `/v1/projects/${projectId}/campaigns/${campaignId}/exports/leaderboard.csv`;
      const exported = async () => (await studio.client.call<string>('GET', csv)).data ?? '';
      await waitFor(async () => (await exported()).includes(earner.user.id), { what: 'an export' });
      await unwrap(e2e.anonymous.GET('/v1/task-types'));
    },
    START_MS,
  );
});
