import { randomUUID } from 'node:crypto';
import { checkIn, newSlug, newStudio, type Person, type Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { e2e } from '../support/one-platform.fixture.js';
import { REPLICAS, START_MS } from './compose.js';
import { containers } from './running-containers.fixture.js';
import { type Sent, sendOnce } from './send-once.js';

/** Requests that run at a time. */
const LANES = 4;

describe('A container that is stopped', () => {
  let studio: Studio;
  let earner: Person;
  const slugs: string[] = [];
  beforeAll(async () => {
    [studio, earner] = [await newStudio(await e2e.signIn()), await e2e.signIn()];
    await unwrap(checkIn(earner, (await studio.quest('engagement_daily_checkin')).id));
  });

  const campaign = () => {
    const { projectId, campaignId } = studio.inCampaign.path;
    return `/v1/projects/${projectId}/campaigns/${campaignId}`;
  };
  const read = (path: string, token = earner.token): Sent => ({ method: 'GET', path, token });
  const write = (): Sent => {
    const slug = newSlug('stop');
    slugs.push(slug);
    const body = { slug, title: slug, taskTypeId: 'custom_manual', points: 1, config: { instructions: 'Tell us.' } };
    const idempotencyKey = randomUUID();
    return { method: 'POST', path: `${campaign()}/quests`, token: studio.owner.token, body, idempotencyKey };
  };
  /** One that each service answers, and writes in between. */
  const KINDS: (() => Sent)[] = [
    () => read('/v1/users/me'),
    write,
    () => read('/v1/users/me/ledger'),
    () => read('/v1/users/me/accounts'),
    write,
    () => read('/v1/notifications'),
    () => read(`${campaign()}/exports/leaderboard.csv`, studio.owner.token),
    () => read('/v1/discover/quests'),
  ];

  it.each(REPLICAS)(
    '(%s, one of two) answers what was sent before it stopped; all else is answered by the other',
    async (service) => {
      // All services together would write more than an account may in a day.
      await e2e.sql('DELETE FROM quests.daily_count');
      const lost: string[] = [];
      const resets: { what: string; sentAt: number }[] = [];
      let over = false;
      let count = 0;
      const lane = async () => {
        while (!over) {
          const n = (count += 1);
          const [first = '', second = ''] = n % 2 === 0 ? e2e.gatewayUrls : [...e2e.gatewayUrls].reverse();
          const sent = (KINDS[n % KINDS.length] ?? write)();
          const what = `${sent.method} ${sent.path} at ${n % 2}`;
          try {
            let answer = await sendOnce(first, sent);
            if ('problem' in answer) {
              if (answer.problem === 'reset') resets.push({ what, sentAt: answer.sentAt });
              answer = await sendOnce(second, sent);
            }
            if ('problem' in answer) lost.push(`${what}: ${answer.problem} at the other gateway, too`);
            else if (answer.status < 200 || answer.status > 299) lost.push(`${what}: ${answer.status} ${answer.body}`);
          } catch (error) {
            lost.push(`${what}: ${String(error)}`);
          }
        }
      };
      const lanes = Array.from({ length: LANES }, lane);
      let stoppedAt = 0;
      try {
        await waitFor(() => count > LANES, { what: 'the first answers' });
        await containers.stop(service);
        stoppedAt = await containers.stoppedAt(service);
        const stopped = count;
        await waitFor(() => count > stopped + 2 * KINDS.length, { what: 'answers of the other container' });
      } finally {
        over = true;
        await Promise.all(lanes);
        await containers.start(service);
        await containers.untilHealthy([service]);
      }

      expect(lost).toEqual([]);
      // The kernel resets connections that the gateway has not accepted when it stops listening.
      expect(resets.filter(({ sentAt }) => sentAt < stoppedAt)).toEqual([]);
    },
    START_MS,
  );

  it('stores each accepted write exactly once', async () => {
    const stored = await e2e.sql<{ slug: string }>('SELECT slug FROM quests.quest WHERE campaign_id = $1', [
      studio.campaign.id,
    ]);

    const written = stored.map(({ slug }) => slug).filter((slug) => slug.startsWith('stop'));
    expect(written.sort()).toEqual(slugs.sort());
  });
});
