import { linkByOAuth, type Person, verifyMicroblog } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectProblem } from '../support/expect-problem.fixture.js';
import { e2e } from '../support/one-platform.fixture.js';
import { platforms } from '../support/platforms.js';
import { credits, studio } from './stage.fixture.js';

const SPACE = '1OutageSpace1';
const HOST = '1700000000000000001';
const CODE = 'Moonrise';
/** People of the emulated platforms. */
const LOGINS = ['earner-141', 'earner-142', 'earner-143'];
const HOUR_MS = 3_600_000;

describe('An outage of the microblog while a Space is live', () => {
  afterEach(() => platforms.emulators.clearFaults());

  const put = (state: 'live' | 'ended', speakers: string[]) =>
    platforms.emulators.put('microblog', 'spaces', {
      ...{ id: SPACE, state, title: 'Orbit', creator: HOST, speakers },
      startedAt: `${new Date().toISOString().slice(0, 19)}Z`,
    });

  /** Waits until the Space has been read again, and the reading fulfils the condition. */
  const untilRead = async (condition: string) => {
    const isRead = async () => {
      // A Space that is not due to be read again at any time stays so.
      const due = 'UPDATE integrations.microblog_space SET due_at = now() WHERE space_id = $1 AND due_at > now()';
      await e2e.sql(due, [SPACE]);
      const read = `SELECT count(*) FROM integrations.microblog_space WHERE space_id = $1 AND ${condition}`;
      return (await e2e.count(read, [SPACE])) > 0;
    };
    await waitFor(isRead, { what: `a reading with ${condition}`, timeoutMs: 20_000 });
  };

  const timeIn = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
  const speak = async (earner: Person, { id }: { id: string }, inputs = {}) =>
    unwrap(verifyMicroblog(earner, id, inputs));
  const attend = (earner: Person, { id }: { id: string }) => verifyMicroblog(earner, id, { code: CODE });

  it('A-12: uses no attempt, and attendance is credited after it', async () => {
    const people = await e2e.people(LOGINS.length);
    const [first, second, third] = people as [Person, Person, Person];
    const linked = LOGINS.map((login, index) => linkByOAuth((people[index] as Person).client, 'microblog', login));
    const [onStage, later] = (await Promise.all(linked)).map(({ accountId }) => accountId) as [string, string];
    put('live', [onStage]);
    const stage = await studio.quest('social_microblog_space_speak', { spaceId: SPACE });
    const audience = (startsAt: string, endsAt: string) =>
      studio.quest('social_microblog_space_attend', { spaceId: SPACE, code: CODE, startsAt, endsAt });
    const within = await audience(timeIn(-1), timeIn(1));
    const past = await audience(timeIn(-9), timeIn(-8));
    const waiting = await speak(third, stage);
    expect(waiting.status).toBe('pending');

    platforms.emulators.arm('microblog', { kind: 'outage', probability: 1 });
    await untilRead('failure IS NOT NULL');

    // What was seen before still counts, and a code counts in the window of its quest.
    expect((await speak(first, stage)).status).toBe('claimed');
    expect((await unwrap(attend(second, within))).status).toBe('claimed');
    expectProblem(await attend(second, past), 'SPACE_NOT_LIVE');
    // Whether the third came to the stage is unknown: after a quarter of an hour a reviewer decides by a proof.
    const params = { path: { submissionId: waiting.id } };
    const now = () => unwrap(third.client.GET('/v1/users/me/submissions/{submissionId}', { params }));
    const pass = () =>
      e2e.sql(
        `UPDATE quests.pending_check
         SET due_at = now(), unanswered_since = unanswered_since - interval '15 minutes' WHERE submission_id = $1`,
        [waiting.id],
      );
    const isAsked = async () => {
      await pass();
      return (await now()).reason?.startsWith('A reviewer needs') === true;
    };
    await waitFor(isAsked, { what: 'the question for a proof' });
    const link = 'https://third.example.org/recording';
    expect(await speak(third, stage, { link })).toMatchObject({ id: waiting.id, status: 'in_review' });

    platforms.emulators.clearFaults();
    put('live', [later]);
    await untilRead(`failure IS NULL AND '${later}' = ANY (speaker_ids)`);
    put('ended', []);
    await untilRead(`state = 'ended'`);

    const spoken = await speak(second, stage);
    expect(spoken.status).toBe('claimed');
    expect(await credits(spoken.id)).toBe(1);
    expect((await unwrap(attend(second, past))).status).toBe('claimed');
    const counted = `SELECT (SELECT count(*) FROM quests.negative_check WHERE quest_id = ANY ($1))
      + (SELECT count(*) FROM quests.code_attempt WHERE quest_id = ANY ($1) AND wrong_at <> '{}') AS count`;
    expect(await e2e.count(counted, [[stage.id, within.id, past.id]])).toBe(0);
  }, 60_000);
});
