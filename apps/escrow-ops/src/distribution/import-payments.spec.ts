import {
  getPaymentImport,
  importPaymentFile,
  importPayments,
  listImportedPayments,
  type PaymentImport,
} from '@questp/messages/escrow';
import { AppError } from '@questp/messages/language';
import { found, sql } from '@questp/postgres';
import { addressOn, MEMBER, type Payouts } from '../testing/payouts.fixture.js';
import { ManualPayouts, refusal } from '../testing/manual-payouts.fixture.js';

describe('payouts that a team makes', () => {
  let stage: ManualPayouts;
  let payouts: Payouts;

  beforeAll(async () => {
    stage = await ManualPayouts.open();
    ({ payouts } = stage);
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.reset());

  describe('are recorded by their transactions', () => {
    it('one transaction can pay several payouts', async () => {
      const txHash = stage.chain.include([
        stage.transfer(0),
        stage.transfer(2),
        { recipient: addressOn(8), amount: '5' },
      ]);
      const { id } = await stage.importing([{ txHash: txHash.toLowerCase() }]);
      expect(await payouts.service.call(getPaymentImport, { ...stage.plan, importId: id })).toMatchObject({
        waiting: 1,
        paid: 0,
      });
      await stage.work();
      expect(await stage.progress(id)).toEqual([['paid', 2]]);
      expect(await payouts.service.call(getPaymentImport, { ...stage.plan, importId: id })).toMatchObject({
        waiting: 0,
        paid: 1,
      });
      expect(await stage.statuses()).toEqual([
        ['paid', txHash],
        ['pending', null],
        ['paid', txHash],
      ]);
      expect((await payouts.rows(stage.place, 1)).map(({ payer }) => payer)).toEqual(['wasm1team', null, 'wasm1team']);
      expect(await payouts.service.events('payouts.changed', stage.place.campaignId)).toMatchObject([{ changed: 2 }]);
    });

    it('accepts a block that is 30 seconds older than the approval', async () => {
      const txHash = stage.chain.include([stage.transfer(0)], { time: new Date(Date.now() - 30_000) });
      expect(await stage.imported([{ txHash }])).toEqual([['paid', 1]]);
    });

    it('accepts a link of an explorer, and an address as a wallet copies it', async () => {
      const txHash = stage.chain.include([stage.transfer(0), stage.transfer(1)]);
      const link = `https://explorer.example/tx/0x${txHash.toLowerCase()}?height=7`;
      const [first, second] = [0, 1].map((row) => stage.rows[row]?.address ?? '');
      expect(await stage.imported([{ txHash: link, address: ` ${first?.toUpperCase()}\u200b` }])).toEqual([
        ['paid', 1],
      ]);
      const file = `address,tx_hash\n${second?.toUpperCase()},${link}\n`;
      const { id } = await payouts.service.call(importPaymentFile, { ...stage.plan, userId: MEMBER, file });
      await stage.work();
      expect(await stage.progress(id)).toEqual([['paid', 1]]);
    });

    it('refuses an invalid cursor of the list', async () => {
      const { id: importId } = await stage.importing([{ txHash: 'AB'.repeat(32) }]);
      const listing = payouts.service.call(listImportedPayments, { ...stage.plan, importId, limit: 10, cursor: 'x' });
      expect(await refusal(listing)).toBe('INVALID_CURSOR');
    });

    it('imports the file of a batch', async () => {
      const txHash = stage.chain.include([stage.transfer(0), stage.transfer(1)]);
      const file = `\uFEFFbatch,address,tx_hash\r\n1,${stage.rows[0]?.address},${txHash}\r\n1,${stage.rows[2]?.address},\r\n1,${stage.rows[2]?.address},${txHash}\r\n`;
      const { id } = await payouts.service.call(importPaymentFile, { ...stage.plan, userId: MEMBER, file });
      await stage.work();
      expect(await stage.progress(id)).toEqual([
        ['paid', 1],
        ['refused', 'NO_TRANSFER'],
      ]);
      // The import did not name the transfer to the second address.
      expect(await stage.statuses()).toEqual([
        ['paid', txHash],
        ['pending', null],
        ['pending', null],
      ]);
      const bad = payouts.service.call(importPaymentFile, {
        ...stage.plan,
        userId: MEMBER,
        file: `address,tx_hash\n${stage.rows[0]?.address},=1+1\n`,
      });
      const detail = expect.stringMatching(/^tx_hash: /) as string;
      await expect(bad).rejects.toMatchObject({ details: { errors: [{ pointer: '#row=2', detail }] } });
    });

    it('imports the file of a batch that a spreadsheet saved with tabs and other capitals', async () => {
      const txHash = stage.chain.include([stage.transfer(0)]);
      const file = `Batch\tAddress\tTX Hash\t\r1\t${stage.rows[0]?.address}\t${txHash}\t\r\t\t\t\r`;
      const { id } = await payouts.service.call(importPaymentFile, { ...stage.plan, userId: MEMBER, file });
      await stage.work();
      expect(await stage.progress(id)).toEqual([['paid', 1]]);
    });

    it.each<[string, () => string, string]>([
      ['failed', () => stage.chain.include([stage.transfer(0)], { succeeded: false }), 'TRANSACTION_FAILED'],
      [
        'is older than the approval',
        () => stage.chain.include([stage.transfer(0)], { time: new Date(Date.now() - 3_600_000) }),
        'BEFORE_APPROVAL',
      ],
      ['pays less', () => stage.chain.include([{ ...stage.transfer(0), amount: '499' }]), 'WRONG_AMOUNT'],
      ['pays more', () => stage.chain.include([{ ...stage.transfer(0), amount: '501' }]), 'WRONG_AMOUNT'],
      [
        'pays in two parts',
        () =>
          stage.chain.include([
            { ...stage.transfer(0), amount: '250' },
            { ...stage.transfer(0), amount: '250' },
          ]),
        'WRONG_AMOUNT',
      ],
      [
        'pays another asset',
        () => stage.chain.include([{ ...stage.transfer(0), asset: { kind: 'native', id: 'uother' } }]),
        'NO_TRANSFER',
      ],
      [
        'pays a token of that name',
        () => stage.chain.include([{ ...stage.transfer(0), asset: { kind: 'cw20', id: 'ustake' } }]),
        'NO_TRANSFER',
      ],
      [
        'moves coins from the address to itself',
        () => stage.chain.include([{ ...stage.transfer(0), sender: stage.rows[0]?.address ?? '' }]),
        'NO_TRANSFER',
      ],
      [
        'pays another address',
        () => stage.chain.include([{ ...stage.transfer(0), recipient: addressOn(8) }]),
        'NO_TRANSFER',
      ],
    ])('refuses a transaction that %s', async (_, include, reason) => {
      expect(await stage.imported([{ txHash: include(), address: stage.rows[0]?.address ?? '' }])).toEqual([
        ['refused', reason],
      ]);
      expect(new Set((await stage.statuses()).map(([status]) => status))).toEqual(new Set(['pending']));
    });

    it('refuses a transaction in a block at least 60 seconds older than the approval', async () => {
      const { approvedAt } = found(
        await payouts.service.db.row<{ approvedAt: Date }>(
          sql`SELECT approved_at FROM payout_plan WHERE id = ${stage.plan.planId}`,
        ),
      );
      const importedOfBlock = (height: number, msBefore: number) => {
        const time = new Date(approvedAt.getTime() - msBefore);
        const txHash = stage.chain.include([stage.transfer(0)], { height, time });
        return stage.imported([{ txHash, address: stage.rows[0]?.address ?? '' }]);
      };
      expect(await importedOfBlock(900, 60_000)).toEqual([['refused', 'BEFORE_APPROVAL']]);
      expect(await importedOfBlock(901, 59_999)).toEqual([['paid', 1]]);
    });

    it('refuses a transfer to an address that the plan does not pay', async () => {
      const txHash = stage.chain.include([{ recipient: addressOn(8), amount: '500' }]);
      expect(await stage.imported([{ txHash, address: addressOn(8) }])).toEqual([['refused', 'NOT_A_PAYOUT']]);
    });

    it('counts a transfer for one payout over all campaigns, and one transfer for a payout', async () => {
      const first = stage.plan;
      const txHash = stage.chain.include([stage.transfer(0)]);
      expect(await stage.imported([{ txHash }])).toEqual([['paid', 1]]);
      expect(await stage.imported([{ txHash }])).toEqual([['paid', 1]]);
      const again = stage.chain.include([stage.transfer(0)]);
      expect(await stage.imported([{ txHash: again, address: stage.rows[0]?.address ?? '' }])).toEqual([
        ['refused', 'ALREADY_PAID'],
      ]);
      await stage.use();
      await payouts.service.asOwner().execute(sql`
        UPDATE payout_plan SET approved_at = approved_at - interval '1 minute' WHERE id = ${stage.plan.planId}`);
      expect(await stage.imported([{ txHash }])).toEqual([['refused', 'TRANSFER_USED']]);
      // The second transfer to the first earner was not recorded for anything.
      expect(await stage.imported([{ txHash: again }])).toEqual([['paid', 1]]);
      expect(first.planId).not.toBe(stage.plan.planId);
    });

    it('counts each transfer once when imports race', async () => {
      const other = await stage.approved();
      for (const [count, expected] of [
        [1, 1],
        [2, 2],
      ] as const) {
        const index = count - 1;
        const txHash = stage.chain.include(Array.from({ length: count }, () => stage.transfer(index)));
        await payouts.service
          .asOwner()
          .execute(sql`UPDATE payout_plan SET approved_at = approved_at - interval '1 minute'`);
        await stage.importing([{ txHash }]);
        await payouts.service.call(importPayments, { ...other.plan, userId: MEMBER, payments: [{ txHash }] });
        await stage.work();
        const paid = [...(await payouts.rows(stage.place, 1)), ...(await payouts.rows(other.place, 1))];
        expect(paid.filter((row) => row.txHash === txHash)).toHaveLength(expected);
      }
    });

    it('records a payment once when 20 concurrent requests import it', async () => {
      const txHash = stage.chain.include([stage.transfer(0)]);
      // Requests that wait too long for the others are refused, and sent again.
      const send = async (): Promise<PaymentImport> =>
        stage.importing([{ txHash }]).catch((error: unknown) => {
          if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') return send();
          throw error;
        });
      const made = await Promise.all(Array.from({ length: 20 }, send));
      expect(await refusal(stage.importing([{ txHash }]))).toBe('TOO_MANY');
      while ((await payouts.service.db.rows(sql`SELECT FROM imported_transaction`)).length > 0) {
        await Promise.all([stage.work(), stage.work()]);
      }
      for (const { id } of made) expect(await stage.progress(id)).toEqual([['paid', 1]]);
      expect(await stage.statuses()).toEqual([
        ['paid', txHash],
        ['pending', null],
        ['pending', null],
      ]);
      const recorded = await payouts.service.db.rows(sql`SELECT FROM payout_transfer WHERE tx_hash = ${txHash}`);
      expect(recorded).toHaveLength(1);
      expect(await payouts.service.events('payouts.changed', stage.place.campaignId)).toMatchObject([{ changed: 1 }]);
    });

    it('keeps a payment pending with a reason until the nodes agree', async () => {
      const txHash = stage.chain.include([stage.transfer(0)]);
      const [, node] = stage.chain.nodes;
      if (node === undefined) throw new Error('no node');
      node.isDown = true;
      const { id } = await stage.importing([{ txHash }]);
      await stage.work();
      expect(await stage.progress(id)).toEqual([['waiting', 'NODES_UNAVAILABLE']]);
      node.isDown = false;
      node.lie = (found) => found && { ...found, transfers: [] };
      await stage.work();
      expect(await stage.progress(id)).toEqual([['waiting', 'NODES_UNAVAILABLE']]);
      node.lie = (found) => found;
      await stage.work();
      expect(await stage.progress(id)).toEqual([['paid', 1]]);
    });

    it('keeps a transaction above the agreed height pending until the nodes agree on its block', async () => {
      const txHash = stage.chain.include([stage.transfer(0)], { height: stage.chain.height + 1 });
      const { id } = await stage.importing([{ txHash }]);
      await stage.work();
      expect(await stage.progress(id)).toEqual([['waiting', 'TRANSACTION_NOT_FOUND']]);
      stage.chain.height += 1;
      await stage.work();
      expect(await stage.progress(id)).toEqual([['paid', 1]]);
    });

    it('refuses a transaction that no node has after several readings', async () => {
      const { id } = await stage.importing([{ txHash: 'AB'.repeat(32) }]);
      await stage.work();
      expect(await stage.progress(id)).toEqual([['waiting', 'TRANSACTION_NOT_FOUND']]);
      for (let round = 0; round < 8; round += 1) await stage.work();
      expect(await stage.progress(id)).toEqual([['refused', 'TRANSACTION_NOT_FOUND']]);
    });
  });
});
