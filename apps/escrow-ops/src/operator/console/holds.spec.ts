import { confirmHoldRelease, holdEscrow, requestHoldRelease, type EscrowHold } from '@questp/messages/escrow';
import { setEscrowOperatorAccess } from '@questp/messages/shared';
import { newId, sql } from '@questp/postgres';
import { HoldsRepository } from '../../chain/lane/holds.repository.js';
import { SignerLane } from '../../chain/lane/signer-lane.js';
import { ANN, BOB, by, CAT, ConsoleStage, newOperator, refusal } from '../../testing/console.fixture.js';

const client = { ip: '203.0.113.7', userAgent: 'Console/1' };

describe('a hold of a campaign', () => {
  let console: ConsoleStage;
  let campaignId: string;
  beforeAll(async () => (console = await ConsoleStage.open()), 60_000);
  afterAll(() => console.close());
  beforeEach(async () => {
    campaignId = newId();
    await console.stage.follow(campaignId);
  });

  const hold = (adminId: string, reason = 'In question.', id = campaignId) =>
    console.service.call(holdEscrow, { campaignId: id, reason, adminId, client }, by(adminId, 'adminHoldEscrow'));
  const request = (adminId: string) =>
    console.service.call(requestHoldRelease, { campaignId, adminId, client }, by(adminId, 'adminRequestHoldRelease'));
  const confirm = (adminId: string, { id }: Pick<EscrowHold, 'id'>) =>
    console.service.call(
      confirmHoldRelease,
      { campaignId, adminId, client, id },
      by(adminId, 'adminConfirmHoldRelease'),
    );
  const steps = async () =>
    (await console.service.events('escrow.intervened', campaignId)).map(({ step, adminId }) => [step, adminId]);
  const isHeld = async () => (await console.service.get(HoldsRepository).current(campaignId)) !== undefined;
  const age = (minutes: number) =>
    console.service.asOwner().execute(sql`
      UPDATE escrow_intervention SET release_requested_at = release_requested_at - make_interval(mins => ${minutes})
      WHERE campaign_id = ${campaignId}`);

  it('a hold of a campaign is started by any operator at once, without a recent sign-in', async () => {
    const old = by(ANN, 'adminHoldEscrow', 7_200);
    const held = await console.service.call(holdEscrow, { campaignId, reason: 'In question.', adminId: ANN }, old);
    expect(held).toMatchObject({ reason: 'In question.', startedBy: ANN, releasedAt: null });
    expect(await isHeld()).toBe(true);
    expect(await hold(BOB, 'Another reason.')).toEqual(held);
    expect(await steps()).toEqual([['started', ANN]]);
    expect(await console.service.events('escrow.hold_changed', campaignId)).toEqual([
      { projectId: console.stage.projectId, campaignId, held: true },
    ]);
    expect(await refusal(hold(ANN, 'None.', newId()))).toBe('NOT_FOUND');
  });

  it('a hold is released by two operators, one of which may have started it', async () => {
    const started = await hold(ANN);
    expect(await refusal(confirm(BOB, started))).toBe('RELEASE_NOT_REQUESTED');
    const requested = await request(ANN);
    expect(requested).toMatchObject({ releaseRequestedBy: ANN, releasedAt: null });
    expect(await refusal(confirm(ANN, started))).toBe('SECOND_OPERATOR_REQUIRED');
    // A second request does not become the first one's confirmation.
    expect(await request(BOB)).toEqual(requested);
    expect(await isHeld()).toBe(true);
    const released = await confirm(BOB, started);
    expect(released).toMatchObject({ releasedBy: BOB });
    expect(await isHeld()).toBe(false);
    expect(await confirm(BOB, started)).toEqual(released);
    expect(await refusal(confirm(CAT, started))).toBe('INVALID_TRANSITION');
    expect(await refusal(request(ANN))).toBe('INVALID_TRANSITION');
    expect(await steps()).toEqual([
      ['started', ANN],
      ['release_requested', ANN],
      ['released', BOB],
    ]);
    expect((await console.service.events('escrow.hold_changed', campaignId)).map(({ held }) => held)).toEqual([
      true,
      false,
    ]);
  });

  it('a hold is released only after a recent sign-in of both operators', async () => {
    const started = await hold(ANN);
    const late = console.service.call(
      requestHoldRelease,
      { campaignId, adminId: ANN },
      by(ANN, 'adminRequestHoldRelease', 601),
    );
    expect(await refusal(late)).toBe('RECENT_SIGN_IN_REQUIRED');
    await request(ANN);
    const confirmed = console.service.call(
      confirmHoldRelease,
      { campaignId, adminId: BOB, id: started.id },
      by(BOB, 'adminConfirmHoldRelease', 601),
    );
    expect(await refusal(confirmed)).toBe('RECENT_SIGN_IN_REQUIRED');
    expect(await isHeld()).toBe(true);
  });

  it('a hold stays when the request to release it is an hour old, and the other operator can request it again', async () => {
    const started = await hold(ANN);
    await request(ANN);
    await age(61);
    expect(await refusal(confirm(BOB, started))).toBe('RELEASE_NOT_REQUESTED');
    expect(await request(BOB)).toMatchObject({ releaseRequestedBy: BOB });
    expect(await confirm(ANN, started)).toMatchObject({ releasedBy: ANN });
  });

  it('withdraws a requested release when it is started again', async () => {
    const started = await hold(ANN);
    await request(BOB);
    expect(await hold(CAT, 'Still in question.')).toMatchObject({ id: started.id, releaseRequestedBy: null });
    expect(await refusal(confirm(ANN, started))).toBe('RELEASE_NOT_REQUESTED');
    expect((await steps()).at(-1)).toEqual(['release_withdrawn', CAT]);
  });

  it('a hold is not released by an operator who was suspended meanwhile, or by two accounts of which one made the other', async () => {
    const started = await hold(ANN);
    const mole = newOperator();
    await console.enrol(mole);
    expect(await refusal(request(mole))).toBe('OPERATOR_TOO_NEW');
    await request(ANN);
    expect(await refusal(confirm(mole, started))).toBe('OPERATOR_TOO_NEW');
    const access = { adminId: ANN, version: 1, role: 'super_admin', status: 'suspended' } as const;
    await console.service.call(setEscrowOperatorAccess, access);
    expect(await refusal(confirm(BOB, started))).toBe('OPERATOR_TOO_NEW');
    await console.service.call(setEscrowOperatorAccess, { ...access, version: 2, status: 'active' });
    expect(await confirm(BOB, started)).toMatchObject({ releasedBy: BOB });
  });

  it('a hold is not released by an operator whose sign-in another one changed within a day', async () => {
    const started = await hold(ANN);
    await console.enrol(BOB, 23);
    expect(await refusal(request(BOB))).toBe('OPERATOR_TOO_NEW');
    await request(ANN);
    expect(await refusal(confirm(BOB, started))).toBe('OPERATOR_TOO_NEW');
    await console.enrol(BOB, 25);
    // The same if the changed operator requested the release.
    await console.enrol(ANN, 0);
    expect(await refusal(confirm(BOB, started))).toBe('OPERATOR_TOO_NEW');
    expect(await isHeld()).toBe(true);
    await console.enrol(ANN);
    expect(await confirm(BOB, started)).toMatchObject({ releasedBy: BOB });
    await console.enrol(BOB);
  });

  it('a hold is not released by operators that identity does not know', async () => {
    await hold(ANN);
    expect(await refusal(request(`svcadmin_${'0190d'.padEnd(32, '0')}`))).toBe('OPERATOR_TOO_NEW');
  });

  it('a hold can be released by a new operator after a day, so that an operator who was alone is not locked out', async () => {
    await hold(ANN);
    await console.service
      .asOwner()
      .execute(
        sql`UPDATE escrow_intervention SET started_at = now() - interval '3 days' WHERE campaign_id = ${campaignId}`,
      );
    const [young, day] = [newOperator(23), newOperator(25)];
    for (const adminId of [young, day]) await console.enrol(adminId);
    expect(await refusal(request(young))).toBe('OPERATOR_TOO_NEW');
    expect(await request(day)).toMatchObject({ releaseRequestedBy: day });
  });

  it('a hold is released once when operators confirm at the same time', async () => {
    const started = await hold(ANN);
    await request(ANN);
    const answers = await Promise.all([BOB, CAT, BOB, CAT].map((adminId) => refusal(confirm(adminId, started))));
    expect(answers.filter((answer) => answer === undefined).length).toBe(2);
    expect((await steps()).filter(([step]) => step === 'released').length).toBe(1);
  });

  it('a hold of a campaign is not started by platform moderators', async () => {
    const moderator = by(ANN, 'adminHoldEscrow');
    const principal = { ...moderator.principal, role: 'platform_moderator' } as typeof moderator.principal;
    const call = console.service.call(
      holdEscrow,
      { campaignId, reason: 'x', adminId: ANN },
      { ...moderator, principal },
    );
    expect(await refusal(call)).toBe('FORBIDDEN');
  });

  it('takes effect before the next transaction of the operator key is broadcast, but stops no pause', async () => {
    const campaign = await console.stage.campaign({ id: campaignId, startsIn: 0, endsIn: 60 });
    const chain = {
      ...{ chainId: console.stage.chain.chainId, bech32Prefix: 'wasm', keyAlgorithm: 'secp256k1' as const },
      gasPrices: [{ denom: 'uquest', price: '0.025' }],
    };
    const until = () => `${console.stage.chain.backend.chain.time + 30_000_000_000n}`;
    const step = (key: 'escrow_operator' | 'escrow_pauser', next: () => Promise<void> = () => Promise.resolve()) =>
      console.service.get(SignerLane).step({
        ...{ chain, key, node: console.lane },
        next: async () => {
          await next();
          return { campaignId, contract: campaign.escrow, message: { pause: { until: until() } } };
        },
      });
    // The hold comes after the decision to send, and before the signature is stored.
    expect(await step('escrow_operator', async () => void (await hold(ANN)))).toEqual({ state: 'busy' });
    expect(console.lane.messages).toEqual([]);
    expect(await step('escrow_pauser')).toMatchObject({ state: 'sent' });
    const rows = await console.service.db.rows(sql`SELECT key FROM signed_transaction`);
    expect(rows).toEqual([{ key: 'escrow_pauser' }]);
  });
});
