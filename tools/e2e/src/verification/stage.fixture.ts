import { newStudio, type Studio } from '@questp/players';
import { e2e } from '../support/one-platform.fixture.js';

export let studio: Studio;

beforeAll(async () => {
  studio = await newStudio(await e2e.signIn());
});

afterEach(() => e2e.checkPoints());

/** Number of credits of the submission in the ledger. */
export const credits = (submissionId: string) =>
  e2e.count('SELECT count(*) FROM quests.points_ledger WHERE submission_id = $1', [submissionId]);
