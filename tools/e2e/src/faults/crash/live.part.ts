import { checkIn, type Person } from '@questp/players';
import { follow, type LiveEvent } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { e2e, earners, quests } from './stage.fixture.js';

const OWN = '/v1/realtime/submissions';

/** Connects to the second gateway first, then to each in turn. */
class Follower {
  readonly events: LiveEvent<typeof OWN>[] = [];
  private readonly leaving = new AbortController();
  readonly ended: Promise<void>;
  private turn = 0;

  constructor({ token }: Person) {
    this.ended = this.read(token);
  }

  leave(): Promise<void> {
    this.leaving.abort();
    return this.ended;
  }

  private async read(token: string): Promise<void> {
    const { gatewayUrls } = e2e;
    const from = (request: Request) => {
      this.turn += 1;
      const url = new URL(request.url);
      return fetch(new Request((gatewayUrls[this.turn % 2] as string) + url.pathname, request));
    };
    const events = follow(OWN, { baseUrl: 'http://live.test', token, fetch: from, signal: this.leaving.signal });
    for await (const { event } of events) {
      if (event === null) throw new Error('The stream was reset');
      this.events.push(event);
    }
  }
}

describe('Live streams', () => {
  it('A-91 deliver every credit once and in order while a gateway is killed', async () => {
    const earner = earners[0] as Person;
    const follower = new Follower(earner);
    const claimed: string[] = [];
    for (const [n, quest] of quests.slice(0, 24).entries()) {
      const answer = await waitFor(async () => {
        const tried = await checkIn(earner, quest.id).catch(() => undefined);
        return tried !== undefined && [200, 409].includes(tried.response.status) && tried;
      });
      if (answer.data) claimed.push(answer.data.submissionId);
      if (n === 8) await e2e.service('gateway', 1).kill();
      if (n === 16) await e2e.service('gateway', 1).restart();
    }
    const own = () => follower.events.map(({ data }) => data.submissionId);
    const all = await e2e.sql<{ id: string }>(
      `SELECT submission_id AS id FROM quests.points_ledger WHERE user_id = $1 AND submission_id = ANY($2)`,
      [earner.user.id, claimed],
    );
    await waitFor(() => all.every((one) => own().includes(one.id)), { what: 'every credit' });
    expect(own().filter((one) => claimed.includes(one))).toEqual(claimed);
    expect(follower.events.every(({ data }) => data.userId === earner.user.id)).toBe(true);
    await follower.leave();
  }, 90_000);
});
