import { newStudio, type Person, type Studio } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { e2e } from '../support/one-platform.fixture.js';

export let studio: Studio;

beforeAll(async () => {
  studio = await newStudio(await e2e.signIn());
});

afterEach(() => e2e.checkPoints());

/** The earner's checks at a quest, newest first. */
export const checksOf = async ({ client }: Person, questId: string) =>
  (await unwrap(client.GET('/v1/quests/{questId}/checks', { params: { path: { questId } } }))).items;

/** The checks of a quest that its team sees, newest first. */
export const teamChecks = async (questId: string) => {
  const params = { ...studio.inProject, query: { questId } };
  return (await unwrap(studio.client.GET('/v1/projects/{projectId}/checks', { params }))).items;
};

/** Number of credits of the submission in the ledger. */
export const credits = (submissionId: string) =>
  e2e.count('SELECT count(*) FROM quests.points_ledger WHERE submission_id = $1', [submissionId]);
