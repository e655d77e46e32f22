import type { Facts } from '../../catalog/definition/facts.js';
import { outcomeOf } from '../../testing/outcome-of.fixture.js';
import { attestationTaskTypes } from './attestation.task-types.js';
import { walletTaskTypes } from './wallet.task-types.js';

const wallet = { chainId: 'cosmoshub-4', address: 'cosmos1a', account: '0a' };
const linked = { wallets: [wallet] };
const signed = { ...linked, signedText: { account: '0a' } };

describe('a task type that is completed with a wallet', () => {
  it.each<[id: string, config: object, facts: Partial<Facts>, expected: string]>([
    ['identity_wallet_link', {}, linked, 'pass'],
    ['identity_wallet_link', { chainIds: ['juno-1'] }, linked, 'WALLET_NOT_LINKED'],
    ['chain_wallet_connect', { chainId: 'cosmoshub-4' }, signed, 'pass'],
    ['chain_wallet_connect', { chainId: 'juno-1' }, signed, 'WALLET_NOT_LINKED'],
    ['attestation_sign', { statement: 's' }, signed, 'pass'],
    ['attestation_sign', { statement: 's' }, linked, 'CHALLENGE_INVALID'],
  ])('decides %s with %j by the wallets %j: %s', (id, config, facts, expected) => {
    const type = [...walletTaskTypes, ...attestationTaskTypes].find((known) => known.id === id);
    expect(outcomeOf(type, config, wallet, facts)).toBe(expected);
  });
});
