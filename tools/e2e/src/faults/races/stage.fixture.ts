import { newStudio, type Studio } from '@questp/players';
import { TWO_OF_EACH, usePlatform } from '../../support/platform.fixture.js';

/** The platform of the races. Its two quests-verify processes are in time zones ahead of and behind UTC. */
export const e2e = usePlatform({ replicas: TWO_OF_EACH, env: { TZ: 'Asia/Kolkata' } });

/** The active campaign of all races. */
export let studio: Studio;

beforeAll(async () => {
  await e2e.service('quests-verify', 1).restart({ TZ: 'America/St_Johns' });
  studio = await newStudio(await e2e.signIn());
});

afterEach(() => e2e.checkPoints());

export const ledgerRows = (questId: string) =>
  e2e.count('SELECT count(*) FROM quests.points_ledger WHERE quest_id = $1', [questId]);
