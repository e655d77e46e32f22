import { type Answer, checkIn, newStudio, type Person, type Schemas, type Studio, submit } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { expectAnyProblem } from '../../support/expect-problem.fixture.js';
import { parallel, tally } from '../../support/parallel.js';
import { usePlatform } from '../../support/platform.fixture.js';

/** A platform with two replicas of each service and a broker of its own, any of which tests may kill. */
export const e2e = usePlatform({
  replicas: { gateway: 2, 'quests-verify': 2, identity: 2, notifier: 2 },
  ownNats: true,
});

/** Errors after which a client may repeat the request. */
export const RETRIABLE = ['503 SERVICE_UNAVAILABLE', '504 UPSTREAM_TIMEOUT'];
/** Answers to a repeated check-in whose first try succeeded. */
export const DONE = ['200', '409 QUEST_COOLDOWN'];

export let studio: Studio;
export let earners: Person[];
export let quests: Schemas['Quest'][];

beforeAll(async () => {
  studio = await newStudio(await e2e.signIn());
  earners = await e2e.people(20);
  quests = [];
  // A campaign creates its quests in sequence.
  while (quests.length < 60) quests.push(...(await parallel(10, () => studio.quest('engagement_daily_checkin'))));
});

export const NO_FAILPOINTS = { FAILPOINTS_ENABLED: 'false', FAILPOINTS: '' };

/** A test that failed may have left processes dead; the next ones need them all. */
const restoreServices = () =>
  Promise.all(
    e2e.platform.services.map(async (service) => {
      if (!(await service.isReady())) await service.restart(NO_FAILPOINTS);
    }),
  );

afterEach(async () => {
  await restoreServices();
  await e2e.checkPoints();
});

let nextPair = 0;

/** Check-ins, each of another pair of earner and quest until all are used. */
export const anyCheckIn = (): Promise<Answer> => {
  nextPair += 1;
  const earner = earners[nextPair % earners.length] as Person;
  const quest = quests[Math.floor(nextPair / earners.length) % quests.length] as Schemas['Quest'];
  return checkIn(earner, quest.id);
};

export const ledger = (submissionId: string) =>
  e2e.count('SELECT count(*) FROM quests.points_ledger WHERE submission_id = $1', [submissionId]);

/** Events of a submission that are written and not yet sent. */
export const waitingEvents = (submissionId: string) =>
  e2e.count('SELECT count(*) FROM quests.outbox WHERE aggregate_id = $1', [submissionId]);

export const expectOnly = (answers: readonly Answer[], allowed: readonly string[]) => {
  const counts = tally(answers);
  expect(Object.keys(counts).filter((key) => !allowed.includes(key))).toEqual([]);
  for (const answer of answers) if (!answer.response.ok) expectAnyProblem(answer);
  return counts;
};

/** Checks that every 503 has Retry-After. */
export const expectRetryAfter = (answers: readonly Answer[]) => {
  for (const { response } of answers) {
    if (response.status === 503) expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  }
};

export const works = async () => {
  const quest = await waitFor(() => studio.quest('engagement_daily_checkin'), { what: 'a quest' });
  const earner = await waitFor(() => e2e.signIn(), { what: 'a sign-in' });
  await waitFor(async () => (await checkIn(earner, quest.id)).response.ok, {
    what: 'a check-in',
  });
};

/** A submission of a new earner, in review. */
export const handedIn = async () => {
  const earner = await e2e.signIn();
  const quest = await studio.quest('custom_manual', { instructions: 'Tell us.' });
  const { id } = await unwrap(submit(earner, quest.id, { text: 'Done.' }));
  return { earner, id };
};

export const notificationsOf = async ({ client }: Person, id: string) => {
  const { items } = await unwrap(client.GET('/v1/notifications', { params: { query: { limit: 100 } } }));
  return items.filter(({ data, type }) => data['submissionId'] === id && type === 'submission.approved');
};

export const arrives = async (earner: Person, id: string) => {
  await waitFor(async () => (await notificationsOf(earner, id)).length > 0, {
    what: 'the notification',
  });
};
