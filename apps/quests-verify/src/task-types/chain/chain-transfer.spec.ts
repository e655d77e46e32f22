import type { ChainAct, ChainTransaction } from '@questp/messages/integrations';
import { transferMade, type TransferConfig } from './chain-transfer.js';

const chainId = 'cosmoshub-4';
const own = { chainId, address: 'cosmos1own', account: '0a' };
const times = { startsAt: new Date('2026-01-01T00:00:00.000Z'), endsAt: new Date('2026-02-01T00:00:00.000Z') };
const transfer = (sender: string, recipient: string, ...amounts: [string, string][]): ChainAct => ({
  kind: 'transfer',
  sender,
  recipient,
  amounts: amounts.map(([amount, denom]) => ({ amount, denom })),
});
const transaction = (more: Partial<ChainTransaction> = {}): ChainTransaction => ({
  hash: 'AB'.repeat(32),
  height: 7,
  time: '2026-01-01T00:00:00.000Z',
  code: 0,
  isComplete: true,
  acts: [transfer('cosmos1own', 'cosmos1team', ['5', 'uatom'])],
  ...more,
});
const sent = (...acts: ChainAct[]) => transaction({ acts });
const read = (...transactions: ChainTransaction[]) => ({ transactions, isComplete: true });

describe('a token transfer', () => {
  it.each<[string, Partial<TransferConfig>, ChainTransaction | null, string]>([
    ['anything sent, at the first moment', {}, transaction(), 'pass'],
    ['no transaction', {}, null, 'TRANSACTION_NOT_FOUND'],
    ['it failed', {}, transaction({ code: 5, acts: [] }), 'TRANSACTION_FAILED'],
    ['before the start', {}, transaction({ time: '2025-12-31T23:59:59.999Z' }), 'TRANSACTION_TOO_EARLY'],
    ['at the last moment', {}, transaction({ time: '2026-01-31T23:59:59.999Z' }), 'pass'],
    ['at the end', {}, transaction({ time: '2026-02-01T00:00:00.000Z' }), 'TRANSACTION_TOO_LATE'],
    ['somebody else sent it', {}, sent(transfer('cosmos1x', 'cosmos1own', ['5', 'u'])), 'TRANSACTION_WRONG_SENDER'],
    ['it moved nothing', {}, sent(), 'TRANSACTION_WRONG_SENDER'],
    ['to the named recipient', { recipient: 'cosmos1team' }, transaction(), 'pass'],
    ['to another recipient', { recipient: 'cosmos1x' }, transaction(), 'TRANSACTION_MISMATCH'],
    ['to oneself', {}, sent(transfer('cosmos1own', 'cosmos1own', ['5', 'uatom'])), 'TRANSACTION_MISMATCH'],
    [
      'to oneself, who is named',
      { recipient: 'cosmos1own' },
      sent(transfer('cosmos1own', 'cosmos1own', ['5', 'uatom'])),
      'pass',
    ],
    ['the named token', { denom: 'uatom' }, transaction(), 'pass'],
    ['another token', { denom: 'uosmo' }, transaction(), 'TRANSACTION_MISMATCH'],
    ['exactly enough', { denom: 'uatom', minAmount: '5' }, transaction(), 'pass'],
    ['too little', { denom: 'uatom', minAmount: '6' }, transaction(), 'TRANSACTION_MISMATCH'],
    [
      'enough of another token',
      { denom: 'uatom', minAmount: '6' },
      sent(transfer('cosmos1own', 'cosmos1team', ['5', 'uatom'], ['9', 'uosmo'])),
      'TRANSACTION_MISMATCH',
    ],
    [
      'enough in two parts',
      { denom: 'uatom', minAmount: '10', recipient: 'cosmos1team' },
      sent(
        transfer('cosmos1own', 'cosmos1team', ['5', 'uatom']),
        transfer('cosmos1own', 'cosmos1team', ['5', 'uatom']),
        transfer('cosmos1x', 'cosmos1team', ['99', 'uatom']),
      ),
      'pass',
    ],
    ['to the named recipient, in upper case', { recipient: 'COSMOS1TEAM' }, transaction(), 'pass'],
    ['enough among sends that could not all be read', {}, transaction({ isComplete: false }), 'pass'],
    [
      'another token, where not every send could be read',
      { denom: 'uosmo' },
      transaction({ isComplete: false }),
      'review',
    ],
    ['no own transfer, where not every send could be read', {}, transaction({ acts: [], isComplete: false }), 'review'],
    [
      'another recipient, where not every send could be read',
      { recipient: 'cosmos1x' },
      transaction({ isComplete: false }),
      'review',
    ],
    [
      'beyond 2^64',
      { denom: 'uatom', minAmount: '18446744073709551617' },
      sent(transfer('cosmos1own', 'cosmos1team', ['18446744073709551617', 'uatom'])),
      'pass',
    ],
  ])('%s', (_, config, one, expected) => {
    const chainTransactions = one && read(one);
    const outcome = transferMade({ chainId, ...config }, { chainTransactions, wallets: [own], ...times });
    expect(outcome.kind === 'fail' ? outcome.code : outcome.kind).toBe(expected);
  });

  it('is from a wallet linked on that chain', () => {
    const wallets = [{ ...own, chainId: 'osmosis-1' }];
    expect(transferMade({ chainId }, { chainTransactions: read(transaction()), wallets, ...times })).toMatchObject({
      code: 'TRANSACTION_WRONG_SENDER',
    });
  });

  it('is proven by its hash on its chain', () => {
    const chainTransactions = read(transaction());
    expect(transferMade({ chainId }, { chainTransactions, wallets: [own], ...times })).toEqual({
      kind: 'pass',
      subjects: [{ kind: 'transaction', subject: `${chainId}/${'AB'.repeat(32)}` }],
    });
  });
});
