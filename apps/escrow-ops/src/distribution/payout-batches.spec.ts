import { jest } from '@jest/globals';
import { BytesServer } from '@questp/bytes';
import { readTable } from '@questp/csv';
import { createPayoutBatch, getPayoutBatchMessages, listPayoutBatches, openPayoutBatch } from '@questp/messages/escrow';
import { LIMITS } from '@questp/messages/tables';
import { newId, sql } from '@questp/postgres';
import { MsgMultiSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import fc from 'fast-check';
import { addressOn, MEMBER, POOL, type Payouts } from '../testing/payouts.fixture.js';
import { ManualPayouts, refusal } from '../testing/manual-payouts.fixture.js';
import { csvOf } from './open-batch.js';

describe('payouts that a team makes', () => {
  let stage: ManualPayouts;
  let payouts: Payouts;

  beforeAll(async () => {
    stage = await ManualPayouts.open();
    ({ payouts } = stage);
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.reset());

  describe('in batches', () => {
    const create = (most?: number) =>
      payouts.service.call(createPayoutBatch, { ...stage.plan, userId: MEMBER, most: most ?? 400 });

    it('batches contain each payout once', async () => {
      expect(await create(2)).toMatchObject({ batch: 1, payouts: 2, unpaid: 2, total: '800', createdBy: MEMBER });
      expect(await create()).toMatchObject({ batch: 2, payouts: 1, total: '200' });
      expect(await refusal(create())).toBe('NO_PAYOUT_LEFT');
      const { items } = await payouts.service.call(listPayoutBatches, { ...stage.plan, limit: 10 });
      expect(items.map(({ batch }) => batch)).toEqual([2, 1]);
      expect((await payouts.rows(stage.place, 1)).map(({ batch }) => batch)).toEqual([1, 1, 2]);
    });

    it('batches mark payouts of an earner who was suspended since the approval', async () => {
      const { payouts: count, suspended } = await create();
      expect([count, suspended]).toEqual([3, 0]);
      const [first] = await payouts.rows(stage.place, 1);
      await payouts.quests.execute(sql`UPDATE earner SET status = 'suspended' WHERE user_id = ${first?.userId}`);
      const { items } = await payouts.service.call(listPayoutBatches, { ...stage.plan, limit: 10 });
      expect(items.map((batch) => batch.suspended)).toEqual([1]);
    });

    it('batches of payouts are not listed from an invalid cursor', async () => {
      const listing = payouts.service.call(listPayoutBatches, { ...stage.plan, limit: 10, cursor: 'x' });
      expect(await refusal(listing)).toBe('INVALID_CURSOR');
    });

    it('batches of payouts contain each payout once when they are created concurrently', async () => {
      const made = await Promise.all([create(1), create(1), create(1)]);
      expect(made.map(({ batch, payouts: count }) => [batch, count]).sort()).toEqual([
        [1, 1],
        [2, 1],
        [3, 1],
      ]);
      expect(new Set((await payouts.rows(stage.place, 1)).map(({ batch }) => batch)).size).toBe(3);
    });

    it('files of batches have no cell that a spreadsheet reads as a formula', async () => {
      const { id: batchId } = await create();
      const { url = '', fileName } = await payouts.service.call(openPayoutBatch, { ...stage.plan, batchId });
      expect(fileName).toBe(`payouts-${stage.place.campaignId}-batch-1.csv`);
      const file = await (await fetch(url)).text();
      const lines = file.replace(/^\uFEFF/, '').split('\r\n');
      expect(lines[0]).toBe('batch,rank,user_public_id,address,amount_base,denom,tx_hash');
      expect(lines[1]).toContain(`,${stage.rows[0]?.address},500,ustake,`);
      expect(
        lines
          .slice(1, 4)
          .flatMap((line) => line.split(','))
          .filter((cell) => !/^[A-Za-z0-9]?[A-Za-z0-9/:._-]*$/.test(cell)),
      ).toEqual([]);
      expect(lines).toHaveLength(5);
    });

    const NAMES = ['batch', 'rank', 'user_public_id', 'address', 'amount_base', 'denom', 'tx_hash'] as const;
    const COLUMNS = Object.fromEntries(NAMES.map((name) => [name, [name] as const]));

    it('A-80 are read back cell by cell, with no cell that starts a formula', async () => {
      const letters = (alphabet: string) =>
        fc.string({ unit: fc.constantFrom(...alphabet), minLength: 1, maxLength: 60 });
      const row = fc.record({
        rank: fc.nat(),
        userId: letters('0123456789abcdef').map((hex) => `svcuser_${hex}`),
        address: letters('023456789acdefghjklmnpqrstuvwxyz').map((data) => `wasm1${data}`),
        amount: fc.bigInt({ min: 1n, max: 10n ** 39n - 1n }).map(String),
        isPaid: fc.boolean(),
        txHash: fc.option(fc.string({ unit: fc.constantFrom(...'0123456789ABCDEF'), minLength: 64, maxLength: 64 })),
      });
      const denom = letters('azAZ09/:._-').map((rest) => `u${rest}`);
      const property = fc.asyncProperty(fc.array(row, { maxLength: 5 }), denom, async (rows, asset) => {
        const file = await csvOf(7, asset, rows);
        const cells: string[][] = [];
        for await (const read of readTable([file], { columns: COLUMNS, most: 5 }))
          cells.push(Object.values(read.cells));
        expect(cells).toEqual(
          rows.map(({ rank, userId, address, amount, txHash }) => [
            ...['7', `${rank}`, userId, address, amount, asset, txHash ?? ''],
          ]),
        );
        expect(cells.flat().filter((cell) => /^[\s=+@＝＋－＠﹦﹢﹣﹫-]|[;\t\r\n"]/.test(cell))).toEqual([]);
        expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      });
      await fc.assert(property, { numRuns: 100 });
    });

    it('A-82 limit the concurrent downloads, and free the place after each', async () => {
      const { id: batchId } = await create();
      const releases: (() => void)[] = [];
      const offer = jest.spyOn(payouts.service.get(BytesServer), 'offer').mockImplementation((giveBack) => {
        releases.push(giveBack);
        return 'http://escrow-ops/bytes/ticket';
      });
      const reader = { caller: 'svcuser_1', isAnonymous: false, headersOnly: false, knownEtags: [] };
      const open = () => refusal(payouts.service.call(openPayoutBatch, { ...stage.plan, batchId, reader }));
      for (let n = 0; n < LIMITS.payoutBatchReads.max; n += 1) expect(await open()).toBe('done');
      expect(await open()).toBe('RATE_LIMITED');
      releases.pop()?.();
      expect(await open()).toBe('done');
      expect(await open()).toBe('RATE_LIMITED');
      for (const release of releases) release();
      offer.mockRestore();
    });

    it('A-83 have ids as file names, and are NOT_FOUND for another project or plan', async () => {
      const { id: batchId } = await create();
      const open = (more: object) =>
        refusal(payouts.service.call(openPayoutBatch, { ...stage.plan, batchId, ...more }));
      for (const more of [{ projectId: newId() }, { campaignId: newId() }, { planId: newId() }, { batchId: newId() }]) {
        expect(await open(more)).toBe('NOT_FOUND');
      }
      const { fileName } = await payouts.service.call(openPayoutBatch, { ...stage.plan, batchId });
      expect(fileName).toMatch(/^[\w.-]+\.csv$/);
    });

    it('the messages of a part pay exactly the unpaid amounts', async () => {
      const { id: batchId } = await create();
      await stage.imported([{ txHash: stage.chain.include([stage.transfer(0)]) }]);
      const sender = addressOn(9);
      const answer = await payouts.service.call(getPayoutBatchMessages, {
        ...stage.plan,
        ...{ userId: MEMBER, batchId, sender, part: 1 },
      });
      expect(answer).toMatchObject({
        parts: 1,
        payouts: 2,
        messages: [{ amino: { type: 'cosmos-sdk/MsgMultiSend' } }],
      });
      const [message] = answer.messages;
      const outputs = [1, 2].map((index) => ({
        address: stage.rows[index]?.address,
        coins: [{ denom: 'ustake', amount: stage.rows[index]?.amount }],
      }));
      const sent = { inputs: [{ address: sender, coins: [{ denom: 'ustake', amount: '500' }] }], outputs };
      expect(message?.amino).toEqual({ type: 'cosmos-sdk/MsgMultiSend', value: sent });
      expect(MsgMultiSend.decode(Buffer.from(message?.direct.value ?? '', 'base64'))).toEqual(sent);
      const of = (more: object) =>
        refusal(
          payouts.service.call(getPayoutBatchMessages, {
            ...stage.plan,
            userId: MEMBER,
            batchId,
            part: 1,
            sender,
            ...more,
          }),
        );
      expect(await of({ part: 2 })).toBe('NOT_FOUND');
      expect(await of({ batchId: newId() })).toBe('NOT_FOUND');
      expect(await of({ sender: 'cosmos1xyz' })).toBe('WALLET_ADDRESS_INVALID');
    });

    describe('the messages of a part', () => {
      const [OTHER, sender] = [`svcuser_${'b'.repeat(32)}`, addressOn(9)];
      let batchId: string;
      beforeEach(async () => {
        batchId = (await create()).id;
      });
      const read = async (more: object = {}) => {
        const request = { ...stage.plan, userId: MEMBER, batchId, sender, part: 1, ...more };
        const { earlierReading } = await payouts.service.call(getPayoutBatchMessages, request);
        return earlierReading && [earlierReading.userId, earlierReading.sender];
      };

      it('the messages of a part name the last reading by another member or for another sender', async () => {
        expect(await read()).toBeNull();
        expect(await read()).toBeNull();
        expect(await read({ userId: OTHER })).toEqual([MEMBER, sender]);
        expect(await read({ sender: addressOn(8) })).toEqual([OTHER, sender]);
        expect(await read()).toEqual([MEMBER, addressOn(8)]);
      });

      it('the messages of a part name an earlier reading to all but the first of 20 concurrent readers', async () => {
        const readers = Array.from({ length: 20 }, (_, index) => `svcuser_${`${10 + index}`.repeat(16)}`);
        const earlier = await Promise.all(readers.map((userId) => read({ userId })));
        expect(earlier.filter((one) => one === null)).toHaveLength(1);
      });

      it('the messages of a part name no earlier reading once the part is paid', async () => {
        await read();
        await stage.imported([{ txHash: stage.chain.include([0, 1, 2].map((index) => stage.transfer(index))) }]);
        expect(await read({ userId: OTHER })).toBeNull();
      });
    });

    it('the messages of a part are transfers of the contract for a pool in tokens', async () => {
      const token = `${addressOn(7)}`;
      await stage.use({ ...POOL, assetKind: 'cw20', denom: token });
      const { id: batchId } = await create();
      const sender = addressOn(9);
      const { messages } = await payouts.service.call(getPayoutBatchMessages, {
        ...stage.plan,
        userId: MEMBER,
        batchId,
        sender,
        part: 1,
      });
      expect(messages.map(({ amino }) => amino['value'])).toEqual(
        stage.rows.map(({ address, amount }) => ({
          ...{ sender, contract: token, funds: [], msg: { transfer: { recipient: address, amount } } },
        })),
      );
      const asset = { kind: 'cw20', id: token } as const;
      const txHash = stage.chain.include([{ ...stage.transfer(0), asset }, stage.transfer(1)]);
      const { id } = await stage.importing([{ txHash }]);
      await stage.work();
      expect(await stage.progress(id)).toEqual([['paid', 1]]);
      expect(await stage.statuses()).toEqual([
        ['paid', txHash],
        ['pending', null],
        ['pending', null],
      ]);
    });

    it('batches of payouts require an approved plan without an escrow, and an admin of the project', async () => {
      const other = await payouts.campaign();
      await payouts.plan(other);
      const preview = { ...other, planId: await payouts.idOf(other, 1) };
      const creating = (of: object) =>
        refusal(payouts.service.call(createPayoutBatch, { ...stage.plan, ...of, userId: MEMBER, most: 1 }));
      expect(await creating(preview)).toBe('PLAN_NOT_CURRENT');
      expect(await creating(other)).toBe('NOT_FOUND');
      await payouts.service.asOwner().execute(sql`
        UPDATE payout_plan SET pool = pool || '{"attempt": 1}' WHERE id = ${stage.plan.planId}`);
      expect(await creating({})).toBe('POOL_NOT_MANUAL');
      payouts.role('project_moderator');
      expect(await creating({})).toBe('FORBIDDEN');
      expect(await refusal(stage.importing([{ txHash: 'AB'.repeat(32) }]))).toBe('FORBIDDEN');
      payouts.role('project_admin');
    });
  });
});
