import { attributesOf, errorOf, Probe } from './testing/probe.fixture.js';

let probe: Probe;
let heir: string;
let stranger: string;

beforeEach(async () => {
  probe = await Probe.start();
  heir = probe.chain.address('heir');
  stranger = probe.chain.address('stranger');
});

const refusal = (code: string) => expect.stringContaining(`${code}: refused`) as string;

describe('ownership', () => {
  it('ownership moves when the successor accepts, and not before', () => {
    probe.run('transfer', heir, '0');
    expect(probe.ask('owner')).toEqual([probe.owner, heir, '0']);
    attributesOf(probe.runAs(heir, 'accept'));
    expect(probe.ask('owner')).toEqual([heir, null, '0']);
    expect(errorOf(probe.run('transfer', probe.owner, '0'))).toEqual(refusal('unauthorized'));
  });

  it('ownership is offered and withdrawn by the owner alone, and accepted by the successor alone', () => {
    expect(errorOf(probe.runAs(stranger, 'transfer', stranger, '0'))).toEqual(refusal('unauthorized'));
    probe.run('transfer', heir, '0');
    for (const sender of [stranger, probe.owner]) {
      expect(errorOf(probe.runAs(sender, 'accept'))).toEqual(refusal('unauthorized'));
    }
    for (const sender of [stranger, heir]) {
      expect(errorOf(probe.runAs(sender, 'cancel'))).toEqual(refusal('unauthorized'));
    }
    attributesOf(probe.run('cancel'));
    expect(errorOf(probe.runAs(heir, 'accept'))).toEqual(refusal('no_pending_owner'));
    expect(errorOf(probe.run('cancel'))).toEqual(refusal('no_pending_owner'));
  });

  it('an offer can be accepted until its expiry, and no longer at it', () => {
    const expiry = probe.chain.time + 100n;
    probe.run('transfer', heir, expiry.toString());
    probe.chain.setTime(expiry);
    expect(errorOf(probe.runAs(heir, 'accept'))).toEqual(refusal('ownership_expired'));
    probe.chain.setTime(expiry - 1n);
    attributesOf(probe.runAs(heir, 'accept'));
  });

  it('an offer is refused if its expiry has passed or its address is invalid', () => {
    expect(errorOf(probe.run('transfer', heir, probe.chain.time.toString()))).toEqual(refusal('invalid_expiry'));
    attributesOf(probe.run('transfer', heir, (probe.chain.time + 1n).toString()));
    for (const invalid of ['', 'heir', heir.toUpperCase(), `${heir}x`, 'w'.repeat(300)]) {
      expect(errorOf(probe.run('transfer', invalid, '0'))).toEqual(refusal('invalid_address'));
    }
  });

  it('an offer can be accepted only after the time that the contract requires, by the right sender', () => {
    expect(errorOf(probe.runAs(stranger, 'transfer', heir, '0', 'not now'))).toEqual(refusal('unauthorized'));
    expect(errorOf(probe.run('transfer', 'nobody', '0', 'not now'))).toEqual(refusal('not_now'));
    probe.run('transfer', heir, '0');
    expect(errorOf(probe.runAs(stranger, 'accept', 'not now'))).toEqual(refusal('unauthorized'));
    expect(errorOf(probe.runAs(heir, 'accept', 'not now'))).toEqual(refusal('not_now'));
    expect(probe.ask('owner')).toEqual([probe.owner, heir, '0']);
  });

  it('a new offer of ownership ends the earlier one', () => {
    probe.run('transfer', heir, '0');
    probe.run('transfer', stranger, '0');
    expect(errorOf(probe.runAs(heir, 'accept'))).toEqual(refusal('unauthorized'));
    attributesOf(probe.runAs(stranger, 'accept'));
  });
});

describe('the contract version', () => {
  const migrate = (msg: string) => probe.chain.migrate(probe.owner, probe.address, probe.codeId, { [msg]: [] });

  it('the version of a contract is stored where cw2 puts it', () => {
    const stored = probe.chain.rawQuery(probe.address, Buffer.from('contract_info'));
    expect(Buffer.from(stored ?? []).toString()).toBe('{"contract":"test:probe","version":"1.10.0"}');
  });

  it('the same or a later version of the same contract can replace a contract, compared as numbers', () => {
    expect(errorOf(migrate('same'))).toEqual(refusal('downgrade_refused'));
    expect(errorOf(migrate('other'))).toEqual(refusal('wrong_contract'));
    probe.run('version');
    attributesOf(migrate('same'));
  });
});
