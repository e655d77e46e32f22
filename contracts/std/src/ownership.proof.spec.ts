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
  it('moves when the successor accepts, and not before', () => {
    probe.run('transfer', heir, '0');
    expect(probe.ask('owner')).toEqual([probe.owner, heir, '0']);
    attributesOf(probe.runAs(heir, 'accept'));
    expect(probe.ask('owner')).toEqual([heir, null, '0']);
    expect(errorOf(probe.run('transfer', probe.owner, '0'))).toEqual(refusal('unauthorized'));
  });

  it('is offered and withdrawn by the owner alone, and accepted by the successor alone', () => {
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

  it('is offered until an instant: a moment before it can be accepted, at it no more', () => {
    const expiry = probe.chain.time + 100n;
    probe.run('transfer', heir, expiry.toString());
    probe.chain.setTime(expiry);
    expect(errorOf(probe.runAs(heir, 'accept'))).toEqual(refusal('ownership_expired'));
    probe.chain.setTime(expiry - 1n);
    attributesOf(probe.runAs(heir, 'accept'));
  });

  it('refuses an offer with an expiry that has passed, or to an invalid address', () => {
    expect(errorOf(probe.run('transfer', heir, probe.chain.time.toString()))).toEqual(refusal('invalid_expiry'));
    attributesOf(probe.run('transfer', heir, (probe.chain.time + 1n).toString()));
    for (const invalid of ['', 'heir', heir.toUpperCase(), `${heir}x`, 'w'.repeat(300)]) {
      expect(errorOf(probe.run('transfer', invalid, '0'))).toEqual(refusal('invalid_address'));
    }
  });

  it('waits for the moment the contract itself asks for, once the sender is the right one', () => {
    expect(errorOf(probe.runAs(stranger, 'transfer', heir, '0', 'not now'))).toEqual(refusal('unauthorized'));
    expect(errorOf(probe.run('transfer', 'nobody', '0', 'not now'))).toEqual(refusal('not_now'));
    probe.run('transfer', heir, '0');
    expect(errorOf(probe.runAs(stranger, 'accept', 'not now'))).toEqual(refusal('unauthorized'));
    expect(errorOf(probe.runAs(heir, 'accept', 'not now'))).toEqual(refusal('not_now'));
    expect(probe.ask('owner')).toEqual([probe.owner, heir, '0']);
  });

  it('is offered to one at a time: a new offer ends the earlier one', () => {
    probe.run('transfer', heir, '0');
    probe.run('transfer', stranger, '0');
    expect(errorOf(probe.runAs(heir, 'accept'))).toEqual(refusal('unauthorized'));
    attributesOf(probe.runAs(stranger, 'accept'));
  });
});

describe('the contract version', () => {
  const migrate = (msg: string) => probe.chain.migrate(probe.owner, probe.address, probe.codeId, { [msg]: [] });

  it('is where cw2 puts it', () => {
    const stored = probe.chain.rawQuery(probe.address, Buffer.from('contract_info'));
    expect(Buffer.from(stored ?? []).toString()).toBe('{"contract":"test:probe","version":"1.10.0"}');
  });

  it('lets the same or a later version of the same contract take over, compared as numbers', () => {
    expect(errorOf(migrate('same'))).toEqual(refusal('downgrade_refused'));
    expect(errorOf(migrate('other'))).toEqual(refusal('wrong_contract'));
    probe.run('version');
    attributesOf(migrate('same'));
  });
});
