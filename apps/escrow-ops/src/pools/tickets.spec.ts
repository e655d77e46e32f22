import { verifyTicket } from '@questp/escrow-client';
import { readTicket } from '@questp/escrow-client/read-ticket';
import { getTicket, type FundingTicket } from '@questp/messages/escrow';
import { AppError } from '@questp/messages/language';
import { lockPool } from '@questp/messages/quests';
import { newId, sql } from '@questp/postgres';
import type { TestService } from '@questp/service-kit/testing';
import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx';
import { PoolStage } from '../testing/pool.fixture.js';
import { VoidTickets } from './void-tickets.js';

describe('a ticket to fund a pool', () => {
  let stage: PoolStage;
  beforeAll(async () => (stage = await PoolStage.open()), 60_000);
  afterAll(() => stage.close());
  afterEach(() => stage.deploy());

  const refusal = (call: Promise<unknown>) =>
    call.then(
      () => 'none',
      (error: unknown) => (error instanceof AppError ? error.code : error),
    );
  const show = (campaignId: string, projectId = stage.projectId) =>
    stage.service.call(getTicket, { projectId, campaignId });
  const rows = (campaignId: string) =>
    stage.service.db.rows<{ live: boolean }>(sql`SELECT live FROM ticket WHERE campaign_id = ${campaignId}`);

  describe('is accepted by the factory', () => {
    it('creates the escrow at the predicted address, with the pool', async () => {
      const campaignId = stage.campaign();
      const ticket = await stage.issue(campaignId);
      expect(ticket).toMatchObject({
        ...{ campaignId, fundingAttempt: 1, status: 'usable', voidReason: null, owner: stage.owner },
        ...{ chainId: stage.stage.chain.chainId, factory: stage.world.factory },
      });
      const signer = Buffer.from(
        (
          await stage.service.db.row<{ publicKey: Buffer }>(
            sql`SELECT public_key FROM ticket WHERE campaign_id = ${campaignId}`,
          )
        )?.publicKey ?? '',
      );
      expect(verifyTicket(ticket, signer)).toBe(true);
      expect(await stage.send(ticket)).toBeUndefined();
      const entry = await stage.world.backend.query<{ escrow: string; owner: string }>(stage.world.factory, {
        campaign: { campaign_id: campaignId },
      });
      expect(entry).toMatchObject({ escrow: ticket.escrowAddress, owner: stage.owner });
      expect(await stage.world.balance({ native: { denom: 'uquest' } }, entry.escrow)).toBe(1_000_000n);
    });

    it('creates the escrow of a token pool by the send of the token', async () => {
      const asset = await stage.world.approvedToken([stage.owner]);
      if (!('cw20' in asset)) throw new Error('no token');
      stage.stage.chain.mine();
      await stage.stage.makeDue();
      const campaignId = stage.campaign({ pool: { assetKind: 'cw20', denom: asset.cw20.address } });
      const ticket = await stage.issue(campaignId);
      expect(ticket.message?.amino['value']).toMatchObject({ contract: asset.cw20.address, funds: [] });
      expect(await stage.send(ticket)).toBeUndefined();
      expect(await stage.world.balance(asset, ticket.escrowAddress)).toBe(1_000_000n);
    });

    it('a ticket is accepted by the factory in both encodings of the message', async () => {
      const { message } = await stage.issue(stage.campaign());
      const { direct, amino } = message ?? {};
      expect(direct?.typeUrl).toBe(MsgExecuteContract.typeUrl);
      const { sender, contract, msg, funds } = MsgExecuteContract.decode(Buffer.from(direct?.value ?? '', 'base64'));
      expect({ sender, contract, msg: JSON.parse(Buffer.from(msg).toString()) as unknown, funds }).toEqual(
        amino?.['value'],
      );
    });

    it('a ticket is refused with one bit of it or of its signature changed', async () => {
      const ticket = await stage.issue(stage.campaign());
      const { message, ticket: bytes, signature } = ticket;
      for (const part of ['ticket', 'signature'] as const) {
        const changed = Buffer.from(part === 'ticket' ? bytes : signature, 'base64');
        for (const bit of [0, 77, changed.length * 8 - 1]) {
          changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
          const value = { ...(message?.amino['value'] as object) };
          const signed = { ...{ ticket: bytes, signature }, [part]: changed.toString('base64') };
          const altered = {
            direct: { typeUrl: '', value: '' },
            amino: { value: { ...value, msg: { create_campaign: signed } } },
          };
          expect(await stage.send({ message: altered })).toMatch(/invalid_signature/);
          changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        }
      }
      expect(await stage.send(ticket)).toBeUndefined();
    });

    it('a ticket is refused from another wallet', async () => {
      const ticket = await stage.issue(stage.campaign());
      const sender = await stage.stage.chain.backend.account('thief');
      const value = { ...(ticket.message?.amino['value'] as object), sender };
      const stolen = { direct: { typeUrl: '', value: '' }, amino: { value } };
      expect(await stage.send({ message: stolen })).toMatch(/not_the_owner|owner/);
    });
  });

  describe('is one at a time', () => {
    it('issues one ticket for 20 concurrent requests at two replicas', async () => {
      const replica = await stage.beside();
      const campaignId = stage.campaign();
      const tickets = await Promise.all(
        Array.from({ length: 20 }, (_, n) => stage.issue(campaignId, {}, n % 2 === 0 ? stage.service : replica)),
      );
      expect(new Set(tickets.map(({ signature }) => signature)).size).toBe(1);
      expect(tickets).toEqual(Array(20).fill(tickets[0]));
      expect(await rows(campaignId)).toEqual([{ live: true }]);
      await replica.stop();
    });

    it('returns the same ticket while it is usable, without a new lock or signature', async () => {
      const campaignId = stage.campaign();
      const ticket = await stage.issue(campaignId);
      const { signed } = stage;
      stage.service.bus.calls.length = 0;
      expect(await stage.issue(campaignId, { owner: stage.owner })).toEqual(ticket);
      expect(await show(campaignId)).toEqual(ticket);
      expect(stage.signed).toBe(signed);
      expect(stage.service.bus.calls).toEqual([]);
    });

    it('until it expires', async () => {
      const campaignId = stage.campaign();
      const first = await stage.issue(campaignId);
      await stage.expire(campaignId);
      expect(await show(campaignId)).toMatchObject({ status: 'expired', message: null, signature: first.signature });
      const pool = stage.pools.get(campaignId);
      if (pool) stage.pools.set(campaignId, { ...pool, lockedAt: new Date(Date.now() + 5_000).toISOString() });
      const all = await Promise.all(Array.from({ length: 8 }, () => stage.issue(campaignId)));
      expect(new Set(all.map(({ signature }) => signature)).size).toBe(1);
      expect(all[0]).toMatchObject({ status: 'usable', fundingAttempt: 1 });
      expect(all[0]?.signature).not.toBe(first.signature);
      expect((await rows(campaignId)).map(({ live }) => live).sort()).toEqual([false, true]);
    });

    it('stores no ticket when the process ends after signing', async () => {
      const campaignId = stage.campaign();
      stage.afterSigning = () => {
        throw new AppError('UPSTREAM_TIMEOUT');
      };
      expect(await refusal(stage.issue(campaignId))).toBe('UPSTREAM_TIMEOUT');
      expect(await rows(campaignId)).toEqual([]);
      stage.afterSigning = () => undefined;
      const ticket = await stage.issue(campaignId);
      expect(await stage.send(ticket)).toBeUndefined();
      expect(await rows(campaignId)).toEqual([{ live: true }]);
    });

    it('refuses a request for another wallet while a ticket is usable', async () => {
      const other = await stage.stage.chain.backend.account('another owner');
      const campaignId = stage.campaign({ wallets: [stage.owner, other] });
      expect(await refusal(stage.issue(campaignId))).toBe('WALLET_NOT_LINKED');
      // As it is copied from a wallet that shows addresses in upper case.
      expect(await stage.issue(campaignId, { owner: ` ${other.toUpperCase()}` })).toMatchObject({ owner: other });
      expect(await refusal(stage.issue(campaignId, { owner: stage.owner }))).toBe('INVALID_TRANSITION');
    });
  });

  describe('is issued', () => {
    it('issues tickets to linked wallets only', async () => {
      const stranger = await stage.stage.chain.backend.account('stranger');
      expect(await refusal(stage.issue(stage.campaign({ wallets: [] })))).toBe('WALLET_NOT_LINKED');
      expect(await refusal(stage.issue(stage.campaign(), { owner: stranger }))).toBe('WALLET_NOT_LINKED');
    });

    it('issues no ticket to users that quests-verify refuses', async () => {
      const { signed } = stage;
      const { bus } = stage.service;
      const campaignId = stage.campaign();
      const pool = stage.pools.get(campaignId);
      for (const code of ['FORBIDDEN', 'NOT_FOUND', 'CAMPAIGN_NOT_READY', 'INVALID_TRANSITION'] as const) {
        bus.answer(lockPool, () => {
          throw new AppError(code);
        });
        expect(await refusal(stage.issue(campaignId))).toBe(code);
      }
      bus.answer(lockPool, ({ campaignId: id }) => stage.pools.get(id) ?? (pool as never));
      expect(stage.signed).toBe(signed);
      expect(await refusal(show(campaignId))).toBe('NOT_FOUND');
    });

    it('issues a ticket in the project of the campaign only', async () => {
      const campaignId = stage.campaign();
      await stage.issue(campaignId);
      expect(await refusal(show(campaignId, newId()))).toBe('NOT_FOUND');
      const { bus } = stage.service;
      bus.answer(lockPool, () => {
        throw new AppError('NOT_FOUND');
      });
      expect(await refusal(stage.issue(campaignId, { projectId: newId() }))).toBe('NOT_FOUND');
      bus.answer(lockPool, ({ campaignId: id }) => stage.pools.get(id) as never);
    });

    it.each([
      ['start later than in a year', { startsAt: later(366), endsAt: later(367) }],
      ['last longer than a year', { startsAt: later(1), endsAt: later(367) }],
    ])('issues no ticket for a campaign that would %s', async (_, change) => {
      expect(await refusal(stage.issue(stage.campaign(change)))).toBe('CAMPAIGN_NOT_READY');
    });

    it('issues no ticket for a pool that the factory refuses now', async () => {
      expect(await refusal(stage.issue(stage.campaign({ pool: { claimWindowSeconds: 3_601 } })))).toBe(
        'CAMPAIGN_NOT_READY',
      );
      expect(await refusal(stage.issue(stage.campaign({ pool: { denom: 'unone' } })))).toBe('CAMPAIGN_NOT_READY');
    });

    it('issues no ticket with another fee than the pool shows', async () => {
      const campaignId = stage.campaign({ feeBps: 300 });
      expect(await refusal(stage.issue(campaignId))).toBe('SERVICE_UNAVAILABLE');
      await stage.deploy({ feeBps: 300 });
      expect(readTicket(Buffer.from((await stage.issue(campaignId)).ticket, 'base64'))).toMatchObject({ fee_bps: 300 });
    });

    it.each([
      ['is not released', 'ESCROW_NOT_RELEASED', () => stage.deploy({}, 'mainnet')],
      ['has another code', 'CHAIN_NOT_CONFIGURED', () => stage.deploy({ codeId: 99 })],
      ['has another admin', 'CHAIN_NOT_CONFIGURED', () => stage.deploy({ admin: stage.owner })],
      ['has another signer', 'CHAIN_NOT_CONFIGURED', () => stage.deploy({ ticketSigner: `A${'B'.repeat(43)}` })],
      ['has another factory', 'CHAIN_UNAVAILABLE', () => stage.deploy({ factory: stage.owner })],
    ] as const)('issues no ticket for a deployment that %s', async (_, code, deploy) => {
      await deploy();
      expect(await refusal(stage.issue(stage.campaign()))).toBe(code);
    });

    it('issues no ticket with another key than that of the factory', async () => {
      const { key } = stage;
      stage.key = new Uint8Array(32).fill(9);
      const campaignId = stage.campaign();
      expect(await refusal(stage.issue(campaignId))).toBe('CHAIN_NOT_CONFIGURED');
      expect(await rows(campaignId)).toEqual([]);
      stage.key = key;
    });

    it('issues tickets on a mainnet once it is released', async () => {
      await stage.deploy({ released: true }, 'mainnet');
      expect(await stage.issue(stage.campaign())).toMatchObject({ status: 'usable' });
    });

    it('a ticket is valid for an hour, and issued only while the clocks of chain and platform agree', async () => {
      const [node] = stage.stage.nodes;
      node?.behave({ ageMs: 120_000 });
      await stage.stage.makeDue();
      expect(await refusal(stage.issue(stage.campaign()))).toBe('CHAIN_UNAVAILABLE');
      node?.behave();
      await stage.stage.makeDue();
      const ticket = await stage.issue(stage.campaign());
      expect(Date.parse(ticket.expiresAt) - Date.now()).toBeGreaterThan(3_500_000);
      stage.stage.chain.backend.chain.setTime(BigInt(Date.parse(ticket.expiresAt)) * 1_000_000n);
      expect(await stage.send(ticket)).toMatch(/expired/);
      stage.stage.chain.backend.chain.setTime(BigInt(Date.now()) * 1_000_000n);
      stage.stage.chain.mine();
      await stage.stage.makeDue();
      expect(await stage.send(ticket)).toBeUndefined();
    });
  });

  describe('of the next attempt', () => {
    beforeAll(async () => {
      await stage.stage.renew();
      await stage.deploy();
    });
    const fund = async (campaignId: string) => {
      const ticket = await stage.issue(campaignId);
      expect(await stage.send(ticket)).toBeUndefined();
      await stage.stage.read();
      return ticket;
    };
    const cancel = async ({ escrowAddress, owner }: FundingTicket) => {
      await stage.world.execute(owner, escrowAddress, { cancel: {} });
      await stage.stage.read();
    };

    it('the ticket of the next attempt is issued only after a cancelled escrow', async () => {
      const campaignId = stage.campaign();
      const first = await fund(campaignId);
      expect(await show(campaignId)).toMatchObject({ status: 'used', message: null });
      expect(await refusal(stage.issue(campaignId))).toBe('INVALID_TRANSITION');
      await cancel(first);
      const second = await fund(campaignId);
      expect(second).toMatchObject({ fundingAttempt: 2 });
      expect(second.escrowAddress).not.toBe(first.escrowAddress);
      expect(await stage.stage.show(campaignId)).toMatchObject({
        current: { attempt: 2, phase: 'upcoming' },
        attempts: [{ attempt: 2 }, { attempt: 1, phase: 'cancelled' }],
      });
    });
  });

  describe('is void', () => {
    const look = (service: Pick<TestService<unknown>, 'get'> = stage.service) => service.get(VoidTickets).voidSome();
    const rotate = async (change: object) => {
      await stage.world.execute(stage.world.roles.admin, stage.world.factory, { update_config: change });
      stage.stage.chain.mine();
      await stage.stage.makeDue();
    };

    it('keeps a ticket valid while the factory accepts it or does not answer', async () => {
      const campaignId = stage.campaign();
      await stage.issue(campaignId);
      expect(await look()).toBe(0);
      stage.stage.nodes[0]?.behave({ garbage: { status: 502, body: '' } });
      await stage.stage.makeDue();
      expect(await look()).toBe(0);
      stage.stage.nodes[0]?.behave();
      await stage.stage.makeDue();
      expect(await show(campaignId)).toMatchObject({ status: 'usable' });
    });

    it('voids a ticket once when the escrow admin changes, announces it, and a new one can be issued', async () => {
      const replica = await stage.beside();
      const campaignId = stage.campaign();
      const ticket = await stage.issue(campaignId);
      await rotate({ escrow_admin: { set: stage.owner } });
      expect(await stage.send(ticket)).toMatch(/outdated|admin|code/);
      const marked = await Promise.all([look(), look(replica)]);
      expect(marked.reduce((sum, n) => sum + n)).toBeGreaterThan(0);
      expect(await show(campaignId)).toMatchObject({
        status: 'void',
        voidReason: 'The factory creates escrows with another admin.',
        message: null,
      });
      const { projectId, userId } = stage;
      expect(await stage.service.events('ticket.voided', campaignId)).toEqual([
        { projectId, campaignId, userId, attempt: 1, reason: 'The factory creates escrows with another admin.' },
      ]);
      expect(await refusal(stage.issue(campaignId))).toBe('CHAIN_NOT_CONFIGURED');
      await stage.deploy({ admin: stage.owner });
      const again = await stage.issue(campaignId);
      expect(again.signature).not.toBe(ticket.signature);
      expect(await stage.send(again)).toBeUndefined();
      await rotate({ escrow_admin: { clear: {} } });
      await replica.stop();
    });

    it('voids a ticket once the signer is rotated', async () => {
      const campaignId = stage.campaign();
      const { ticketSigner } = { ticketSigner: 'A/mR+UTR4ZVKf8i5v2Lg148BX0wHdi1QXiDmxFJgo2Yb' };
      await stage.issue(campaignId);
      await rotate({ ticket_signer: ticketSigner });
      await look();
      expect(await show(campaignId)).toMatchObject({
        status: 'void',
        voidReason: 'The factory has another ticket signer.',
      });
    });
  });
});

function later(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}
