import { readTicket } from '@questp/escrow-client/read-ticket';
import type { Ticket } from '@questp/message-schema';
import { EscrowStatesRepository, type EscrowStateRow } from '../chain/escrows/escrow-states.repository.js';
import { PoolStage } from '../testing/pool.fixture.js';
import { differingTerms } from './compare-terms.js';
import { CompareEscrowTerms } from './escrow-terms.js';

describe('the terms of an escrow', () => {
  let stage: PoolStage;
  let escrow: EscrowStateRow;
  let ticket: Ticket;
  let address: string;
  beforeAll(async () => {
    stage = await PoolStage.open();
    const campaignId = stage.campaign();
    const issued = await stage.issue(campaignId);
    expect(await stage.send(issued)).toBeUndefined();
    await stage.stage.read();
    [escrow] = (await stage.service.get(EscrowStatesRepository).ofCampaign(campaignId, 1)) as [EscrowStateRow];
    ticket = readTicket(Buffer.from(issued.ticket, 'base64')) as Ticket;
    address = issued.escrowAddress;
  }, 60_000);
  afterAll(() => stage.close());

  it('equal those of its ticket', async () => {
    expect(differingTerms(ticket, address, escrow)).toEqual([]);
    const compared = await stage.service.get(CompareEscrowTerms).execute(escrow);
    expect(compared).toEqual({ ticket, differing: [] });
  });

  it('equal those of its ticket after top-ups and a change of owner', () => {
    const status = { ...escrow.status, funded_total: '2000000' };
    const config = { ...escrow.config, owner: 'wasm1other' };
    expect(differingTerms(ticket, address, { ...escrow, status, config })).toEqual([]);
  });

  it.each<[string, Partial<Ticket>]>([
    ['factory', { factory: 'wasm1other' }],
    ['campaign_id', { campaign_id: 'other' }],
    ['funding_attempt', { funding_attempt: 2 }],
    ['asset', { asset: { native: { denom: 'uother' } } }],
    ['asset', { asset: { cw20: { address: 'uquest' } } }],
    ['escrow_code_id', { escrow_code_id: 99 }],
    ['min_funding', { min_funding: '1000001' }],
    ['starts_at', { starts_at: '1' }],
    ['ends_at', { ends_at: '1' }],
    ['fee_bps', { fee_bps: 0 }],
    ['min_payout', { min_payout: '11' }],
    ['max_share_bps', { max_share_bps: 9_999 }],
    ['challenge_secs', { challenge_secs: 61 }],
    ['commit_window_secs', { commit_window_secs: 601 }],
    ['claim_window_secs', { claim_window_secs: 601 }],
  ])('differ from a ticket with another %s', (name, change) => {
    expect(differingTerms({ ...ticket, ...change }, address, escrow)).toEqual([name]);
  });

  it('differ at another address', () => {
    expect(differingTerms(ticket, 'wasm1other', escrow)).toEqual(['address']);
  });

  it.each([
    ['entry', { campaign_id: 'other' }],
    ['status', { campaign_id: 'other' }],
    ['config', { funding_attempt: 2 }],
    ['entry', { asset: { native: { denom: 'uother' } } }],
  ] as const)('differ where its %s says %j', (part, change) => {
    const changed = { ...escrow, [part]: { ...escrow[part], ...change } };
    expect(differingTerms(ticket, address, changed)).toHaveLength(1);
  });

  it('the comparison names the differences from the closest ticket of the attempt', async () => {
    const { parameters } = escrow.config;
    const compare = (config: object) =>
      stage.service.get(CompareEscrowTerms).execute({ ...escrow, config: { ...escrow.config, ...config } });
    expect(await compare({ parameters: { ...parameters, fee_bps: 1 } })).toEqual({
      ticket: undefined,
      differing: ['fee_bps'],
    });
    expect(await compare({ funding_attempt: 7 })).toEqual({ ticket: undefined, differing: ['ticket'] });
  });
});
