import { challengeFor, newWallet } from '@questp/players';
import { parallel, tally } from '../../support/parallel.js';
import { e2e } from './stage.fixture.js';

describe('Referral', () => {
  it('A-13 counts a referrer once per account, never itself, never later, never in a circle', async () => {
    const referrer = await e2e.signIn();
    const ref = referrer.user.referralCode;
    const referrals = (userId: string) =>
      e2e.count('SELECT count(*) FROM identity.referral WHERE referrer_id = $1', [userId]);

    // Two parallel sign-ups of one wallet with one code.
    const wallet = newWallet();
    const proofs = await parallel(10, async () => wallet.prove(await challengeFor(e2e.anonymous, wallet)));
    const answers = await Promise.all(
      proofs.map((proof) => e2e.anonymous.POST('/v1/auth/wallet/verify', { body: { ...proof, ref } })),
    );
    expect(tally(answers)).toEqual({ '200': 10 });
    expect(await referrals(referrer.user.id)).toBe(1);

    // Itself, again, after the sign-up, and back to its own referrer.
    await e2e.signIn({ wallet: referrer.wallet, ref });
    const referee = await e2e.signIn({ wallet, ref });
    await e2e.signIn({ wallet: referrer.wallet, ref: referee.user.referralCode });
    const stranger = await e2e.signIn();
    await e2e.signIn({ wallet: stranger.wallet, ref });
    expect(await referrals(referrer.user.id)).toBe(1);
    expect(await referrals(referee.user.id)).toBe(0);

    const nowhere = await e2e.signIn({ ref: 'no-such-code' });
    const [recorded] = await e2e.sql('SELECT referrer_id, code FROM identity.referral WHERE referee_id = $1', [
      nowhere.user.id,
    ]);
    expect(recorded).toEqual({ referrer_id: null, code: 'no-such-code' });
  });
});
