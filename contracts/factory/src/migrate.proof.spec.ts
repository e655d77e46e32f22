import { attributes, outcome, TestFactory } from './testing/test-factory.fixture.js';

describe('migrating the factory', () => {
  const factory = new TestFactory();
  const { chain, owner } = factory;
  const admin = { label: 'upgradable', admin: owner };
  const created = chain.instantiate(owner, factory.factoryCode.codeId, factory.config(), admin);
  if (!created.ok) throw new Error(created.error);
  const { address } = created;
  const migrate = (contract: string, codeId: number, msg: object = {}) => chain.migrate(owner, contract, codeId, msg);

  it('keeps the state and records name and version', () => {
    const before = chain.query(address, { config: {} });
    const result = migrate(address, factory.factoryCode.codeId);
    expect(attributes(result, address)).toEqual({ action: 'migrate', version: '0.1.0' });
    expect(chain.query(address, { config: {} })).toEqual(before);
    expect(Buffer.from(chain.rawQuery(address, Buffer.from('contract_info')) ?? []).toString()).toBe(
      '{"contract":"questp:campaign-factory","version":"0.1.0"}',
    );
  });

  /** A contract that calls itself so. */
  const stateOf = (contract: string, version: string, checksum: string): string => {
    const { codeId } = chain.registerNativeContract(checksum.repeat(64), {
      instantiate: ({ storage }) => {
        storage.set('contract_info', { contract, version });
        return {};
      },
    });
    const result = chain.instantiate(owner, codeId, {}, admin);
    if (!result.ok) throw new Error(result.error);
    return result.address;
  };

  it.each([
    ['the state of another contract', 'questp:campaign-escrow', '0.1.0', 'wrong_contract'],
    ['the state of a newer version', 'questp:campaign-factory', '0.1.1', 'downgrade_refused'],
    ['an older version of its own state', 'questp:campaign-factory', '0.0.9', 'ok'],
  ])('%s (%s %s): %s', (_title, contract, version, expected) => {
    const other = stateOf(contract, version, 'c');
    expect(outcome(migrate(other, factory.factoryCode.codeId))).toBe(expected);
  });

  it('refuses an unknown message', () => {
    expect(outcome(migrate(address, factory.factoryCode.codeId, { surprise: 1 }))).toBe('invalid_message');
  });
});
