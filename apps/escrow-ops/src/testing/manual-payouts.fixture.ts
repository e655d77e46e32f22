import { importPayments, listImportedPayments, type Payment, type PaymentImport } from '@questp/messages/escrow';
import { AppError } from '@questp/messages/language';
import { sql } from '@questp/postgres';
import { ChainHeads } from '../chain/nodes/chain-heads.js';
import { ChainNodes } from '../chain/nodes/chain-nodes.js';
import { addressOn, CHAIN, MEMBER, Payouts, POOL, type Place } from './payouts.fixture.js';
import { PaymentChain } from './payment-chain.fixture.js';
import { VerifyPayments } from '../distribution/verify-payments.js';

export const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

interface Approved {
  place: Place;
  plan: Place & { planId: string };
  /** By rank. */
  rows: { address: string; amount: string }[];
}

/** A campaign with three earners, which the team pays itself, on its own chain. */
export class ManualPayouts implements Approved {
  chain = new PaymentChain();
  place!: Approved['place'];
  plan!: Approved['plan'];
  rows!: Approved['rows'];

  private constructor(readonly payouts: Payouts) {}

  static async open(): Promise<ManualPayouts> {
    const stage = new ManualPayouts(await Payouts.start());
    stage.payouts.role('project_admin');
    Object.assign(stage.payouts.service.get(ChainNodes), { of: () => stage.chain.nodes });
    return stage;
  }

  close(): Promise<void> {
    return this.payouts.stop();
  }

  /** A new chain, and a campaign without payments. */
  async reset(): Promise<void> {
    this.chain = new PaymentChain();
    await this.use();
  }

  /** Goes on with another campaign. */
  async use(pool?: object): Promise<void> {
    Object.assign(this, await this.approved(pool));
  }

  /** A campaign of three earners, and its approved plan. */
  async approved(pool: object = POOL): Promise<Approved> {
    const { payouts } = this;
    const place = await payouts.campaign(pool);
    for (const [key, points] of [
      [1, 50],
      [2, 30],
      [3, 20],
    ] as const) {
      const userId = await payouts.earner([{ chainId: CHAIN, address: addressOn(key) }]);
      await payouts.credit(place, userId, points);
    }
    await payouts.end(place);
    await payouts.work();
    await payouts.approve(place, 1);
    const rows = (await payouts.rows(place, 1)).map(({ address, amount }) => ({
      ...{ address: address ?? '', amount: amount ?? '' },
    }));
    return { place, plan: { ...place, planId: await payouts.idOf(place, 1) }, rows };
  }

  transfer(index: number) {
    return { recipient: this.rows[index]?.address ?? '', amount: this.rows[index]?.amount ?? '' };
  }

  importing(payments: Payment[]): Promise<PaymentImport> {
    return this.payouts.service.call(importPayments, { ...this.plan, userId: MEMBER, payments });
  }

  async work(): Promise<void> {
    const { service } = this.payouts;
    service.get(ChainHeads)['kept'].clear();
    await service.asOwner().execute(sql`UPDATE imported_transaction SET due_at = now()`);
    await service.get(VerifyPayments).round();
  }

  async progress(importId: string) {
    const request = { ...this.plan, importId, limit: 100 };
    const { items } = await this.payouts.service.call(listImportedPayments, request);
    return items.map(({ status, reason, payouts: paid }) => [status, reason ?? paid]);
  }

  async imported(payments: Payment[]) {
    const { id } = await this.importing(payments);
    await this.work();
    return this.progress(id);
  }

  async statuses() {
    return (await this.payouts.rows(this.place, 1)).map(({ status, txHash }) => [status, txHash]);
  }
}
