import { readTicket } from '@questp/escrow-client/read-ticket';
import { getTicket } from '@questp/messages/escrow';
import { AppError } from '@questp/messages/language';
import { lockPool } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import { ChainRegistry } from '@questp/service-kit/chains';
import type { TestService } from '@questp/service-kit/testing';
import { ChainHeads } from '../chain/nodes/chain-heads.js';
import { PoolStage } from '../testing/pool.fixture.js';
import { ReissueTickets } from './reissue-tickets.js';
import { VoidTickets } from './void-tickets.js';

describe('a void ticket', () => {
  let stage: PoolStage;
  let replica: TestService<unknown>;
  beforeAll(async () => {
    stage = await PoolStage.open();
    replica = await stage.beside();
  }, 60_000);
  afterAll(async () => {
    await replica.stop();
    await stage.close();
  });
  afterEach(async () => {
    await rotate({ clear: {} });
    await record(null);
    await stage.service.db.execute(sql`DELETE FROM ticket`);
  });

  const rotate = async (escrowAdmin: object) => {
    const change = { update_config: { escrow_admin: escrowAdmin } };
    await stage.world.execute(stage.world.roles.admin, stage.world.factory, change);
    stage.stage.chain.mine();
    await stage.stage.makeDue();
    replica.get(ChainHeads)['kept'].clear();
  };
  /** Both replicas search for void tickets and issue the due ones concurrently. */
  const look = async () => {
    const replicas = [stage.service, replica];
    await Promise.all(replicas.map((one) => one.get(VoidTickets).voidSome()));
    await stage.service.db.execute(sql`UPDATE ticket SET reissue_at = now() WHERE reissue_at IS NOT NULL`);
    const issued = await Promise.all(replicas.map((one) => one.get(ReissueTickets).reissueSome()));
    return issued.reduce((sum, one) => sum + one);
  };
  const show = (campaignId: string) => stage.service.call(getTicket, { projectId: stage.projectId, campaignId });
  const live = (campaignId: string) =>
    stage.service.db.rows(
      sql`SELECT reissues, reissue_at IS NOT NULL AS due FROM ticket WHERE campaign_id = ${campaignId} AND live`,
    );
  /** Operators record the rotated deployment. */
  const record = async (admin: string | null) => {
    await stage.deploy({ admin });
    await replica.get(ChainRegistry).reload();
  };
  const admins = async (admin: string | null) => {
    await rotate(admin === null ? { clear: {} } : { set: admin });
    await record(admin);
  };

  it('a void ticket is issued again once, for its owner, when the recorded deployment is that of the factory', async () => {
    const campaignId = stage.campaign();
    const ticket = await stage.issue(campaignId);
    await rotate({ set: stage.owner });
    stage.service.bus.calls.length = 0;
    expect(await look()).toBe(0);
    expect(await show(campaignId)).toMatchObject({ status: 'void' });
    // Without another lock of the pool.
    expect(stage.service.bus.calls).toEqual([]);

    await record(stage.owner);
    expect(await look()).toBe(1);
    expect(await look()).toBe(0);
    const again = await show(campaignId);
    expect(again).toMatchObject({ status: 'usable', fundingAttempt: 1, owner: stage.owner });
    expect(readTicket(Buffer.from(again.ticket, 'base64'))).toMatchObject({ escrow_admin: stage.owner });
    expect(again.signature).not.toBe(ticket.signature);
    expect(await live(campaignId)).toEqual([{ reissues: 1, due: false }]);
    const { projectId, userId } = stage;
    expect(await stage.service.events('ticket.reissued', campaignId)).toEqual([
      { projectId, campaignId, userId, attempt: 1, expiresAt: again.expiresAt },
    ]);
    expect(await stage.send(again)).toBeUndefined();
  });

  it('a void ticket is issued again three times after a request, however often the factory seems to change', async () => {
    const campaignId = stage.campaign();
    const followed = [];
    await stage.issue(campaignId);
    for (const admin of [stage.owner, null, stage.owner, null, stage.owner]) {
      await admins(admin);
      followed.push(await look());
    }
    expect(followed).toEqual([1, 1, 1, 0, 0]);
    expect(await live(campaignId)).toEqual([{ reissues: 3, due: false }]);
    expect(await show(campaignId)).toMatchObject({ status: 'void' });
    await stage.issue(campaignId);
    await admins(null);
    expect(await look()).toBe(1);
  });

  it('a void ticket is not issued again once it would have expired, its pool was funded, or another ticket was requested', async () => {
    const [expired, funded, requested] = [stage.campaign(), stage.campaign(), stage.campaign()];
    await stage.issue(expired);
    const used = await stage.issue(funded);
    await stage.issue(requested);
    await rotate({ set: stage.owner });
    expect(await look()).toBe(0);
    await record(stage.owner);
    await stage.expire(expired);
    const { escrowAddress } = used;
    await stage.service.db.execute(sql`
      INSERT INTO escrow_state (campaign_id, attempt, address, entry, config, ownership, status, height, block_time)
      VALUES (${funded}, 1, ${escrowAddress}, '{}', '{}', '{}', '{"phase": "upcoming"}', 1, now())`);
    const own = await stage.issue(requested);
    expect(await look()).toBe(0);
    expect((await show(expired)).status).toBe('void');
    expect((await show(requested)).signature).toBe(own.signature);
    expect(await live(funded)).toEqual([{ reissues: 0, due: false }]);
    // A funded pool needs no ticket: the team gets no notification of its void ticket.
    await stage.service.db.execute(sql`UPDATE ticket SET voided_at = NULL, void_reason = NULL, reissue_at = NULL`);
    await rotate({ clear: {} });
    await look();
    expect(await stage.service.events('ticket.voided', funded)).toHaveLength(1);
  });

  it('a void ticket is issued again after a temporary refusal only', async () => {
    const [refused, later] = [stage.campaign(), stage.campaign()];
    for (const campaignId of [refused, later]) await stage.issue(campaignId);
    await admins(stage.owner);
    const answer = (codes: Partial<Record<string, 'FORBIDDEN' | 'SERVICE_UNAVAILABLE'>>) => {
      for (const { bus } of [stage.service, replica])
        bus.answer(lockPool, ({ campaignId }) => {
          const [code, pool] = [codes[campaignId], stage.pools.get(campaignId)];
          if (code !== undefined || pool === undefined) throw new AppError(code ?? 'NOT_FOUND');
          return pool;
        });
    };
    answer({ [refused]: 'FORBIDDEN', [later]: 'SERVICE_UNAVAILABLE' });
    expect(await look()).toBe(0);
    answer({});
    expect(await look()).toBe(1);
    expect((await show(refused)).status).toBe('void');
    expect((await show(later)).status).toBe('usable');
  });
});
