import { walletLinked, walletProof } from './wallet-rule.js';

const hub = { chainId: 'cosmoshub-4', address: 'cosmos1a', account: '0a' };
const juno = { chainId: 'juno-1', address: 'juno1a', account: '0b' };
const subjects = (...accounts: string[]) => accounts.map((subject) => ({ kind: 'wallet', subject }));

describe('a linked wallet', () => {
  it.each([
    ['any chain will do', {}, [hub], { kind: 'pass', subjects: subjects('0a') }],
    [
      'several fit, of which the first that is free counts',
      { chainIds: ['juno-1', 'cosmoshub-4'] },
      [hub, juno],
      { kind: 'pass', subjects: subjects('0a', '0b') },
    ],
    [
      'it is on one of the named chains',
      { chainIds: ['juno-1', 'osmosis-1'] },
      [hub, juno],
      { kind: 'pass', subjects: subjects('0b') },
    ],
    ['it is on another chain', { chainIds: ['juno-1'] }, [hub], { code: 'WALLET_NOT_LINKED' }],
    ['there is none', {}, [], { code: 'WALLET_NOT_LINKED' }],
  ])('when %s', (_, config, wallets, outcome) => {
    expect(walletLinked(config, wallets)).toMatchObject(outcome);
  });
});

describe('a signed proof', () => {
  const facts = { wallets: [hub, juno], signedText: { account: '0a' } };

  it.each([
    ['a linked wallet signed', {}, hub, facts, { kind: 'pass', subjects: subjects('0a') }],
    ['it signed on the named chain', { chainIds: ['juno-1'] }, juno, facts, { kind: 'pass' }],
    ['it signed on another chain', { chainIds: ['juno-1'] }, hub, facts, { code: 'WALLET_NOT_LINKED' }],
    ['the address is somebody else’s', {}, { ...hub, address: 'cosmos1b' }, facts, { code: 'WALLET_NOT_LINKED' }],
    ['the address is linked elsewhere', {}, { ...hub, address: 'juno1a' }, facts, { code: 'WALLET_NOT_LINKED' }],
    ['the signature is wrong', {}, hub, { ...facts, signedText: null }, { code: 'CHALLENGE_INVALID' }],
    [
      'nothing is proven, whatever else is wrong',
      { chainIds: ['osmosis-1'] },
      hub,
      { wallets: [], signedText: null },
      { code: 'CHALLENGE_INVALID' },
    ],
  ])('when %s', (_, config, inputs, known, outcome) => {
    expect(walletProof(config, inputs, known)).toMatchObject(outcome);
  });
});
