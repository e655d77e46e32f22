/** @jest-environment ./jest.node-environment.js */
import { chainMissing, testAccount } from '@questp/chain';
import {
  createPayoutBatch,
  getPayoutBatchMessages,
  importPayments,
  listImportedPayments,
  type Payment,
} from '@questp/messages/escrow';
import { putChain } from '@questp/service-kit/testing';
import { sql } from '@questp/postgres';
import { describeUnless, waitFor } from '@questp/testing';
import { MsgMultiSend, MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import { DENOM, NodeChain } from '../testing/node-chain.fixture.js';
import { MEMBER, Payouts, POOL, type Place } from '../testing/payouts.fixture.js';
import { VerifyPayments } from './verify-payments.js';

const chainId = 'questp-proof';
const FEE = { amount: [], gas: '2000000' };
const TYPES = [MsgSend, MsgMultiSend, MsgExecuteContract];
const EARNERS = [1, 2, 3].map((earner) => testAccount(`earner ${earner}`).address);

interface Message {
  typeUrl: string;
  value: object;
}

describeUnless(await chainMissing(), 'payments that a team made on a wasmd node', () => {
  let node: NodeChain;
  let payouts: Payouts;
  let plan: Place & { planId: string };
  /** By rank. */
  let rows: { address: string; amount: string }[];

  beforeAll(async () => {
    [node, payouts] = [await NodeChain.start(), await Payouts.start({ EGRESS_NETWORKS: '127.0.0.1/32' })];
    payouts.role('project_admin');
  }, 300_000);
  afterAll(async () => {
    await payouts.stop();
    await node.chain.stop();
  });

  const approve = async (pool: object) => {
    const place = await payouts.campaign({ ...POOL, chainId, denom: DENOM, ...pool });
    for (const [index, address] of EARNERS.entries())
      await payouts.credit(place, await payouts.earner([{ chainId, address }]), 50 - index);
    await payouts.end(place);
    await payouts.work();
    await payouts.approve(place, 1);
    plan = { ...place, planId: await payouts.idOf(place, 1) };
    rows = (await payouts.rows(place, 1)).map(({ address, amount }) => ({
      ...{ address: address ?? '', amount: amount ?? '' },
    }));
  };
  /** Sends a transaction of the team; returns its hash. */
  const send = async (messages: readonly Message[]) =>
    (await node.client.signAndBroadcast(node.owner, messages, FEE)).transactionHash;
  const pays = (index: number, amount = rows[index]?.amount ?? ''): Message => ({
    typeUrl: MsgSend.typeUrl,
    value: { fromAddress: node.owner, toAddress: rows[index]?.address, amount: [{ denom: DENOM, amount }] },
  });
  /** Pays the unpaid payouts of the plan in one transaction with the messages of the service. */
  const payBatch = async () => {
    const { id: batchId } = await payouts.service.call(createPayoutBatch, { ...plan, userId: MEMBER, most: 400 });
    const request = { ...plan, userId: MEMBER, batchId, sender: node.owner, part: 1 };
    const { messages } = await payouts.service.call(getPayoutBatchMessages, request);
    return send(
      messages.map(({ direct: { typeUrl, value } }) => {
        const type = TYPES.find((one) => one.typeUrl === typeUrl);
        if (type === undefined) throw new Error(`No type ${typeUrl}`);
        return { typeUrl, value: type.decode(Buffer.from(value, 'base64')) };
      }),
    );
  };
  const importing = async (payments: Payment[]) => {
    const { id } = await payouts.service.call(importPayments, { ...plan, userId: MEMBER, payments });
    return id;
  };
  const progress = async (importId: string) => {
    const { items } = await payouts.service.call(listImportedPayments, { ...plan, importId, limit: 100 });
    return items.map(({ status, reason, payouts: paid }) => `${status} ${reason ?? paid}`);
  };
  const verify = async () => {
    await payouts.service.asOwner().execute(sql`UPDATE imported_transaction SET due_at = now()`);
    await payouts.service.get(VerifyPayments).round();
  };
  /** The outcomes of imported payments. It waits, because a node indexes a block after it was made. */
  const imported = async (payments: Payment[]) => {
    const id = await importing(payments);
    return waitFor(
      async () => {
        await verify();
        const states = await progress(id);
        return states.some((state) => state.startsWith('waiting')) ? undefined : states;
      },
      { timeoutMs: 60_000, intervalMs: 300 },
    );
  };
  const statuses = async () =>
    (await payouts.rows(plan, 1)).map(({ status, txHash }) => `${status} ${txHash ?? ''}`.trim());

  describe.each([
    ['RPC', () => ({ rpcUrls: [node.chain.rpc], restUrls: [] })],
    ['REST', () => ({ rpcUrls: [], restUrls: [node.chain.rest] })],
  ])('read by %s', (_, urls) => {
    beforeAll(() => putChain(payouts.service, chainId, { bech32Prefix: 'wasm', ...urls() }));

    it('a payment of one earner and a multi-send to the others are recorded', async () => {
      await approve({});
      const single = await send([pays(0)]);
      expect(await imported([{ txHash: single }])).toEqual(['paid 1']);
      const multiple = await payBatch();
      expect(await imported([{ txHash: multiple }])).toEqual(['paid 2']);
      expect(await statuses()).toEqual([`paid ${single}`, `paid ${multiple}`, `paid ${multiple}`]);
      expect(await imported([{ txHash: single, address: rows[1]?.address ?? '' }])).toEqual(['refused ALREADY_PAID']);
    });

    it('payments in tokens are recorded', async () => {
      await approve({ assetKind: 'cw20', denom: await node.createToken() });
      const coins = await send([pays(0)]);
      expect(await imported([{ txHash: coins, address: rows[0]?.address ?? '' }])).toEqual(['refused NO_TRANSFER']);
      const tokens = await payBatch();
      expect(await imported([{ txHash: tokens }])).toEqual(['paid 3']);
      expect(await statuses()).toEqual(EARNERS.map(() => `paid ${tokens}`));
    });

    it('no payment is recorded if the transaction failed, paid another amount, or is in no block', async () => {
      await approve({});
      const failed = await send([pays(0), pays(1, '999999999999999')]);
      const other = await send([pays(0, '1')]);
      const address = rows[0]?.address ?? '';
      expect(await imported([failed, other].map((txHash) => ({ txHash, address })))).toEqual([
        'refused TRANSACTION_FAILED',
        'refused WRONG_AMOUNT',
      ]);
      const id = await importing([{ txHash: 'AB'.repeat(32) }]);
      await verify();
      expect(await progress(id)).toEqual(['waiting TRANSACTION_NOT_FOUND']);
      await payouts.service.asOwner().execute(sql`DELETE FROM imported_transaction`);
      expect(new Set(await statuses())).toEqual(new Set(['pending']));
    });
  });
});
