import { newCampaign, World } from './testing/world.fixture.js';

const admin = new World().admin;

describe('migrate', () => {
  it('keeps the state and records the version', () => {
    const campaign = newCampaign({ escrowAdmin: admin }).end();
    campaign.commit([[campaign.world.earners(1)[0]!, 1n]]);
    const before = campaign.status();
    const result = campaign.chain.migrate(admin, campaign.escrow, campaign.world.escrowCodeId, {});
    expect(result).toMatchObject({ ok: true });
    expect(campaign.status()).toEqual(before);
    const version = campaign.chain.rawQuery(campaign.escrow, Buffer.from('contract_info'));
    expect(JSON.parse(Buffer.from(version ?? []).toString())).toEqual({
      contract: 'questp:campaign-escrow',
      version: '0.1.0',
    });
  });

  it('accepts the state of an earlier release without code ids and without the time of the last message', () => {
    const [earner = ''] = new World().earners(1);
    const campaign = newCampaign({ escrowAdmin: admin }).distributing([[earner, 1n]]);
    const cut = (record: string, bytes: number): void => {
      const key = Buffer.from(record);
      const stored = campaign.chain.rawQuery(campaign.escrow, key)!;
      campaign.chain.rawWrite(campaign.escrow, key, stored.slice(0, -bytes));
    };
    cut('state', 8);
    cut('config', 16);
    const result = campaign.chain.migrate(admin, campaign.escrow, campaign.world.escrowCodeId, {});
    expect(result).toMatchObject({ ok: true });
    const config = { code_id: null, factory_code_id: null };
    expect(campaign.chain.query(campaign.escrow, { config: {} })).toMatchObject(config);
    campaign.complete();
    expect(campaign.balance(earner)).toBe(950_000n);
    expect(campaign.status()).toMatchObject({ phase: 'completed', balance: '0' });
  });

  it('is permitted to the admin only, and impossible without one', () => {
    const open = newCampaign({ escrowAdmin: admin });
    const closed = newCampaign();
    const { escrowCodeId, owner } = open.world;
    expect(open.chain.migrate(owner, open.escrow, escrowCodeId, {}).ok).toBe(false);
    expect(closed.chain.migrate(admin, closed.escrow, escrowCodeId, {}).ok).toBe(false);
  });

  it('refuses the state of another contract, a newer version, and an unknown field', () => {
    const { world, chain, escrow } = newCampaign({ escrowAdmin: admin });
    const { codeId } = chain.registerNativeContract('cd'.repeat(32), {
      migrate: ({ storage }, _env, msg) => {
        storage.set('contract_info', msg);
        return {};
      },
    });
    const migrateFrom = (stored: object, msg: object = {}): string => {
      expect(chain.migrate(admin, escrow, codeId, stored).ok).toBe(true);
      const result = chain.migrate(admin, escrow, world.escrowCodeId, msg);
      return result.ok ? 'ok' : result.error;
    };
    const ours = { contract: 'questp:campaign-escrow', version: '0.0.9' };
    expect(migrateFrom(ours)).toBe('ok');
    expect(migrateFrom({ ...ours, version: '0.1.1' })).toContain('downgrade_refused');
    expect(migrateFrom({ ...ours, contract: 'questp:campaign-factory' })).toContain('wrong_contract');
    expect(migrateFrom(ours, { force: true })).toContain('invalid_message');
  });
});
