import { jest } from '@jest/globals';
import { BytesServer } from '@questp/bytes';
import { readTable } from '@questp/csv';
import {
  createPayoutBatch,
  getPaymentImport,
  getPayoutBatchMessages,
  importPaymentFile,
  importPayments,
  listImportedPayments,
  listPayoutBatches,
  openPayoutBatch,
  type Payment,
  type PaymentImport,
} from '@questp/messages/escrow';
import { AppError } from '@questp/messages/language';
import { LIMITS } from '@questp/messages/tables';
import { newId, sql } from '@questp/postgres';
import fc from 'fast-check';
import { MsgMultiSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { ChainHeads } from '../chain/nodes/chain-heads.js';
import { ChainNodes } from '../chain/nodes/chain-nodes.js';
import { addressOn, CHAIN, MEMBER, Payouts, POOL, type Place } from '../plans/payouts.fixture.js';
import { csvOf } from './open-batch.js';
import { PaymentChain } from './payment-chain.fixture.js';
import { VerifyPayments } from './verify-payments.js';

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe('payouts that a team makes', () => {
  let payouts: Payouts;
  let chain: PaymentChain;
  let place: Place;
  let plan: Place & { planId: string };
  /** By rank. */
  let rows: { address: string; amount: string }[];

  beforeAll(async () => {
    payouts = await Payouts.start();
    payouts.role('project_admin');
    Object.assign(payouts.service.get(ChainNodes), { of: () => chain.nodes });
  }, 60_000);
  afterAll(() => payouts.stop());
  beforeEach(async () => {
    chain = new PaymentChain();
    ({ place, plan, rows } = await approved());
  });

  /** A campaign of three earners, and its approved plan. */
  const approved = async (pool: object = POOL) => {
    const at = await payouts.campaign(pool);
    for (const [key, points] of [
      [1, 50],
      [2, 30],
      [3, 20],
    ] as const) {
      const userId = await payouts.earner([{ chainId: CHAIN, address: addressOn(key) }]);
      await payouts.credit(at, userId, points);
    }
    await payouts.end(at);
    await payouts.work();
    await payouts.approve(at, 1);
    const made = (await payouts.rows(at, 1)).map(({ address, amount }) => ({
      ...{ address: address ?? '', amount: amount ?? '' },
    }));
    return { place: at, plan: { ...at, planId: await payouts.idOf(at, 1) }, rows: made };
  };
  const transfer = (index: number) => ({ recipient: rows[index]?.address ?? '', amount: rows[index]?.amount ?? '' });
  const importing = (payments: Payment[]) =>
    payouts.service.call(importPayments, { ...plan, userId: MEMBER, payments });
  const work = async () => {
    payouts.service.get(ChainHeads)['kept'].clear();
    await payouts.service.asOwner().execute(sql`UPDATE imported_transaction SET due_at = now()`);
    await payouts.service.get(VerifyPayments).round();
  };
  const progress = async (importId: string) => {
    const request = { ...plan, importId, limit: 100 };
    const { items } = await payouts.service.call(listImportedPayments, request);
    return items.map(({ status, reason, payouts: paid }) => [status, reason ?? paid]);
  };
  const imported = async (payments: Payment[]) => {
    const { id } = await importing(payments);
    await work();
    return progress(id);
  };
  const statuses = async () => (await payouts.rows(place, 1)).map(({ status, txHash }) => [status, txHash]);

  describe('in batches', () => {
    const create = (most?: number) =>
      payouts.service.call(createPayoutBatch, { ...plan, userId: MEMBER, most: most ?? 400 });

    it('take each payout once', async () => {
      expect(await create(2)).toMatchObject({ batch: 1, payouts: 2, unpaid: 2, total: '800', createdBy: MEMBER });
      expect(await create()).toMatchObject({ batch: 2, payouts: 1, total: '200' });
      expect(await refusal(create())).toBe('NO_PAYOUT_LEFT');
      const { items } = await payouts.service.call(listPayoutBatches, { ...plan, limit: 10 });
      expect(items.map(({ batch }) => batch)).toEqual([2, 1]);
      expect((await payouts.rows(place, 1)).map(({ batch }) => batch)).toEqual([1, 1, 2]);
    });

    it('take each payout once when they are made at a time', async () => {
      const made = await Promise.all([create(1), create(1), create(1)]);
      expect(made.map(({ batch, payouts: count }) => [batch, count]).sort()).toEqual([
        [1, 1],
        [2, 1],
        [3, 1],
      ]);
      expect(new Set((await payouts.rows(place, 1)).map(({ batch }) => batch)).size).toBe(3);
    });

    it('are files that no spreadsheet reads a formula in', async () => {
      const { id: batchId } = await create();
      const { url = '', fileName } = await payouts.service.call(openPayoutBatch, { ...plan, batchId });
      expect(fileName).toBe(`payouts-${place.campaignId}-batch-1.csv`);
      const file = await (await fetch(url)).text();
      const lines = file.replace(/^\uFEFF/, '').split('\r\n');
      expect(lines[0]).toBe('batch,rank,user_public_id,address,amount_base,denom,tx_hash');
      expect(lines[1]).toContain(`,${rows[0]?.address},500,ustake,`);
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
        const file = csvOf(7, asset, rows);
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

    it('A-82 are for few readers at a time, who free their places', async () => {
      const { id: batchId } = await create();
      const releases: (() => void)[] = [];
      const offer = jest.spyOn(payouts.service.get(BytesServer), 'offer').mockImplementation((giveBack) => {
        releases.push(giveBack);
        return 'http://escrow-ops/bytes/ticket';
      });
      const reader = { caller: 'svcuser_1', isAnonymous: false, headersOnly: false, knownEtags: [] };
      const open = () => refusal(payouts.service.call(openPayoutBatch, { ...plan, batchId, reader }));
      for (let n = 0; n < LIMITS.payoutBatchReads.most; n += 1) expect(await open()).toBe('done');
      expect(await open()).toBe('RATE_LIMITED');
      releases.pop()?.();
      expect(await open()).toBe('done');
      expect(await open()).toBe('RATE_LIMITED');
      for (const release of releases) release();
      offer.mockRestore();
    });

    it('A-83 are named by ids, and are none of another project or plan', async () => {
      const { id: batchId } = await create();
      const open = (more: object) => refusal(payouts.service.call(openPayoutBatch, { ...plan, batchId, ...more }));
      for (const more of [{ projectId: newId() }, { campaignId: newId() }, { planId: newId() }, { batchId: newId() }]) {
        expect(await open(more)).toBe('NOT_FOUND');
      }
      const { fileName } = await payouts.service.call(openPayoutBatch, { ...plan, batchId });
      expect(fileName).toMatch(/^[\w.-]+\.csv$/);
    });

    it('are messages of exactly the unpaid amounts', async () => {
      const { id: batchId } = await create();
      await imported([{ txHash: chain.include([transfer(0)]) }]);
      const sender = addressOn(9);
      const told = await payouts.service.call(getPayoutBatchMessages, { ...plan, batchId, sender, part: 1 });
      expect(told).toMatchObject({ parts: 1, payouts: 2, messages: [{ amino: { type: 'cosmos-sdk/MsgMultiSend' } }] });
      const [message] = told.messages;
      const outputs = [1, 2].map((index) => ({
        address: rows[index]?.address,
        coins: [{ denom: 'ustake', amount: rows[index]?.amount }],
      }));
      const sent = { inputs: [{ address: sender, coins: [{ denom: 'ustake', amount: '500' }] }], outputs };
      expect(message?.amino).toEqual({ type: 'cosmos-sdk/MsgMultiSend', value: sent });
      expect(MsgMultiSend.decode(Buffer.from(message?.direct.value ?? '', 'base64'))).toEqual(sent);
      const of = (more: object) =>
        refusal(payouts.service.call(getPayoutBatchMessages, { ...plan, batchId, part: 1, sender, ...more }));
      expect(await of({ part: 2 })).toBe('NOT_FOUND');
      expect(await of({ batchId: newId() })).toBe('NOT_FOUND');
      expect(await of({ sender: 'cosmos1xyz' })).toBe('WALLET_ADDRESS_INVALID');
    });

    it('of tokens are transfers of their contract', async () => {
      const token = `${addressOn(7)}`;
      ({ place, plan, rows } = await approved({ ...POOL, assetKind: 'cw20', denom: token }));
      const { id: batchId } = await create();
      const sender = addressOn(9);
      const { messages } = await payouts.service.call(getPayoutBatchMessages, { ...plan, batchId, sender, part: 1 });
      expect(messages.map(({ amino }) => amino['value'])).toEqual(
        rows.map(({ address, amount }) => ({
          ...{ sender, contract: token, funds: [], msg: { transfer: { recipient: address, amount } } },
        })),
      );
      const asset = { kind: 'cw20', id: token } as const;
      const txHash = chain.include([{ ...transfer(0), asset }, transfer(1)]);
      const { id } = await importing([{ txHash }]);
      await work();
      expect(await progress(id)).toEqual([['paid', 1]]);
      expect(await statuses()).toEqual([
        ['paid', txHash],
        ['pending', null],
        ['pending', null],
      ]);
    });

    it('are of approved plans that no escrow pays, and by admins of the project', async () => {
      const other = await payouts.campaign();
      await payouts.plan(other);
      const preview = { ...other, planId: await payouts.idOf(other, 1) };
      const creating = (of: object) =>
        refusal(payouts.service.call(createPayoutBatch, { ...plan, ...of, userId: MEMBER, most: 1 }));
      expect(await creating(preview)).toBe('PLAN_NOT_CURRENT');
      expect(await creating(other)).toBe('NOT_FOUND');
      await payouts.service.asOwner().execute(sql`
        UPDATE payout_plan SET pool = pool || '{"attempt": 1}' WHERE id = ${plan.planId}`);
      expect(await creating({})).toBe('POOL_NOT_MANUAL');
      payouts.role('project_moderator');
      expect(await creating({})).toBe('FORBIDDEN');
      expect(await refusal(importing([{ txHash: 'AB'.repeat(32) }]))).toBe('FORBIDDEN');
      payouts.role('project_admin');
    });
  });

  describe('are recorded by their transactions', () => {
    it('of which one can pay many', async () => {
      const txHash = chain.include([transfer(0), transfer(2), { recipient: addressOn(8), amount: '5' }]);
      const { id } = await importing([{ txHash: txHash.toLowerCase() }]);
      expect(await payouts.service.call(getPaymentImport, { ...plan, importId: id })).toMatchObject({
        waiting: 1,
        paid: 0,
      });
      await work();
      expect(await progress(id)).toEqual([['paid', 2]]);
      expect(await payouts.service.call(getPaymentImport, { ...plan, importId: id })).toMatchObject({
        waiting: 0,
        paid: 1,
      });
      expect(await statuses()).toEqual([
        ['paid', txHash],
        ['pending', null],
        ['paid', txHash],
      ]);
      expect(await payouts.service.events('payouts.changed', place.campaignId)).toMatchObject([{ changed: 2 }]);
    });

    it('of which the block has the time of the one before, from before the approval', async () => {
      const txHash = chain.include([transfer(0)], { time: new Date(Date.now() - 30_000) });
      expect(await imported([{ txHash }])).toEqual([['paid', 1]]);
    });

    it('from the file of a batch', async () => {
      const txHash = chain.include([transfer(0), transfer(1)]);
      const file = `\uFEFFbatch,address,tx_hash\r\n1,${rows[0]?.address},${txHash}\r\n1,${rows[2]?.address},\r\n1,${rows[2]?.address},${txHash}\r\n`;
      const { id } = await payouts.service.call(importPaymentFile, { ...plan, userId: MEMBER, file });
      await work();
      expect(await progress(id)).toEqual([
        ['paid', 1],
        ['refused', 'NO_TRANSFER'],
      ]);
      // The transfer to the second address was not named.
      expect(await statuses()).toEqual([
        ['paid', txHash],
        ['pending', null],
        ['pending', null],
      ]);
      const bad = payouts.service.call(importPaymentFile, {
        ...plan,
        userId: MEMBER,
        file: `address,tx_hash\n${rows[0]?.address},=1+1\n`,
      });
      await expect(bad).rejects.toMatchObject({ details: { errors: [{ pointer: '#row=2' }] } });
    });

    it.each<[string, () => string, string]>([
      ['failed', () => chain.include([transfer(0)], { succeeded: false }), 'TRANSACTION_FAILED'],
      [
        'is older than the approval',
        () => chain.include([transfer(0)], { time: new Date(Date.now() - 3_600_000) }),
        'BEFORE_APPROVAL',
      ],
      ['pays less', () => chain.include([{ ...transfer(0), amount: '499' }]), 'WRONG_AMOUNT'],
      ['pays more', () => chain.include([{ ...transfer(0), amount: '501' }]), 'WRONG_AMOUNT'],
      [
        'pays in two parts',
        () =>
          chain.include([
            { ...transfer(0), amount: '250' },
            { ...transfer(0), amount: '250' },
          ]),
        'WRONG_AMOUNT',
      ],
      [
        'pays another asset',
        () => chain.include([{ ...transfer(0), asset: { kind: 'native', id: 'uother' } }]),
        'NO_TRANSFER',
      ],
      [
        'pays a token of that name',
        () => chain.include([{ ...transfer(0), asset: { kind: 'cw20', id: 'ustake' } }]),
        'NO_TRANSFER',
      ],
      [
        'moves coins from the address to itself',
        () => chain.include([{ ...transfer(0), sender: rows[0]?.address ?? '' }]),
        'NO_TRANSFER',
      ],
      ['pays another address', () => chain.include([{ ...transfer(0), recipient: addressOn(8) }]), 'NO_TRANSFER'],
    ])('not by one that %s', async (_, include, reason) => {
      expect(await imported([{ txHash: include(), address: rows[0]?.address ?? '' }])).toEqual([['refused', reason]]);
      expect(new Set((await statuses()).map(([status]) => status))).toEqual(new Set(['pending']));
    });

    it('not to an address that the plan does not pay', async () => {
      const txHash = chain.include([{ recipient: addressOn(8), amount: '500' }]);
      expect(await imported([{ txHash, address: addressOn(8) }])).toEqual([['refused', 'NOT_A_PAYOUT']]);
    });

    it('once: a transfer pays one payout over all campaigns, and a payout is paid by one', async () => {
      const first = plan;
      const txHash = chain.include([transfer(0)]);
      expect(await imported([{ txHash }])).toEqual([['paid', 1]]);
      expect(await imported([{ txHash }])).toEqual([['paid', 1]]);
      const again = chain.include([transfer(0)]);
      expect(await imported([{ txHash: again, address: rows[0]?.address ?? '' }])).toEqual([
        ['refused', 'ALREADY_PAID'],
      ]);
      ({ place, plan, rows } = await approved());
      await payouts.service.asOwner().execute(sql`
        UPDATE payout_plan SET approved_at = approved_at - interval '1 minute' WHERE id = ${plan.planId}`);
      expect(await imported([{ txHash }])).toEqual([['refused', 'TRANSFER_USED']]);
      // The second transfer to the first earner was not recorded for anything.
      expect(await imported([{ txHash: again }])).toEqual([['paid', 1]]);
      expect(first.planId).not.toBe(plan.planId);
    });

    it('once when imports race: two equal transfers pay two payouts, and one pays one', async () => {
      const other = await approved();
      for (const [count, expected] of [
        [1, 1],
        [2, 2],
      ] as const) {
        const index = count - 1;
        const txHash = chain.include(Array.from({ length: count }, () => transfer(index)));
        await payouts.service
          .asOwner()
          .execute(sql`UPDATE payout_plan SET approved_at = approved_at - interval '1 minute'`);
        await importing([{ txHash }]);
        await payouts.service.call(importPayments, { ...other.plan, userId: MEMBER, payments: [{ txHash }] });
        await work();
        const paid = [...(await payouts.rows(place, 1)), ...(await payouts.rows(other.place, 1))];
        expect(paid.filter((row) => row.txHash === txHash)).toHaveLength(expected);
      }
    });

    it('once when 20 requests import it', async () => {
      const txHash = chain.include([transfer(0)]);
      // Requests that wait too long for the others are refused, and sent again.
      const send = async (): Promise<PaymentImport> =>
        importing([{ txHash }]).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return send();
          throw error;
        });
      const made = await Promise.all(Array.from({ length: 20 }, send));
      expect(await refusal(importing([{ txHash }]))).toBe('TOO_MANY');
      while ((await payouts.service.db.rows(sql`SELECT FROM imported_transaction`)).length > 0) {
        await Promise.all([work(), work()]);
      }
      for (const { id } of made) expect(await progress(id)).toEqual([['paid', 1]]);
      expect(await statuses()).toEqual([
        ['paid', txHash],
        ['pending', null],
        ['pending', null],
      ]);
      const recorded = await payouts.service.db.rows(sql`SELECT FROM payout_transfer WHERE tx_hash = ${txHash}`);
      expect(recorded).toHaveLength(1);
      expect(await payouts.service.events('payouts.changed', place.campaignId)).toMatchObject([{ changed: 1 }]);
    });

    it('when the nodes agree: until then the payment waits, and says why', async () => {
      const txHash = chain.include([transfer(0)]);
      const [, node] = chain.nodes;
      if (node === undefined) throw new Error('no node');
      node.isDown = true;
      const { id } = await importing([{ txHash }]);
      await work();
      expect(await progress(id)).toEqual([['waiting', 'NODES_UNAVAILABLE']]);
      node.isDown = false;
      node.lie = (found) => found && { ...found, transfers: [] };
      await work();
      expect(await progress(id)).toEqual([['waiting', 'NODES_UNAVAILABLE']]);
      node.lie = (found) => found;
      await work();
      expect(await progress(id)).toEqual([['paid', 1]]);
    });

    it('not by one in a block above the height that the nodes agree on, until they agree on that', async () => {
      const txHash = chain.include([transfer(0)], { height: chain.height + 1 });
      const { id } = await importing([{ txHash }]);
      await work();
      expect(await progress(id)).toEqual([['waiting', 'TRANSACTION_NOT_FOUND']]);
      chain.height += 1;
      await work();
      expect(await progress(id)).toEqual([['paid', 1]]);
    });

    it('not by one that no node has, which is asked for several times', async () => {
      const { id } = await importing([{ txHash: 'AB'.repeat(32) }]);
      await work();
      expect(await progress(id)).toEqual([['waiting', 'TRANSACTION_NOT_FOUND']]);
      for (let round = 0; round < 8; round += 1) await work();
      expect(await progress(id)).toEqual([['refused', 'TRANSACTION_NOT_FOUND']]);
    });
  });
});
