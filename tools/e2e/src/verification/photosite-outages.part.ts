import { connectByOAuth, submit } from '@questp/players';
import { unwrap } from '@questp/sdk';
import { waitFor } from '@questp/testing';
import { e2e } from '../support/one-platform.fixture.js';
import { followBrand, linkPhotosite, PHOTOSITE_BRAND } from '../support/photosite.js';
import { platforms } from '../support/platforms.js';
import { credits, studio } from './stage.fixture.js';

/** An account of the emulated photo site. */
const USERNAME = 'earner_144';

describe('An outage of the photo site', () => {
  afterEach(() => platforms.emulators.clearFaults());

  it('A-12: keeps a follow pending, uses no attempt, and is credited afterwards', async () => {
    await connectByOAuth(studio, 'photosite', { login_hint: PHOTOSITE_BRAND.handle });
    const follow = (method: 'platform_api' | 'hybrid') =>
      studio.quest('social_photosite_follow', { handle: PHOTOSITE_BRAND.handle }, { method });
    const [checked, hybrid] = [await follow('platform_api'), await follow('hybrid')];
    const earner = await e2e.signIn();
    await linkPhotosite(earner, studio.project.id, USERNAME);
    followBrand(USERNAME);

    platforms.emulators.arm('photosite', { kind: 'outage', probability: 1 });
    const { id, status } = await unwrap(submit(earner, checked.id, {}));
    expect(status).toBe('pending');
    expect((await unwrap(submit(earner, hybrid.id, {}))).status).toBe('pending');
    const repeat = () => e2e.sql('UPDATE quests.pending_check SET due_at = now() WHERE submission_id = $1', [id]);
    const checks = () =>
      e2e.count(
        `SELECT count(*) FROM quests.verification_check WHERE submission_id = $1 AND outcome = 'inconclusive'`,
        [id],
      );
    await repeat();
    await waitFor(async () => (await checks()) === 2, { what: 'a check during the outage' });

    platforms.emulators.clearFaults();
    await repeat();
    await waitFor(async () => (await credits(id)) === 1, { what: 'the credit' });
    const negatives = 'SELECT count(*) FROM quests.negative_check WHERE quest_id = ANY ($1)';
    expect(await e2e.count(negatives, [[checked.id, hybrid.id]])).toBe(0);
  }, 60_000);
});
