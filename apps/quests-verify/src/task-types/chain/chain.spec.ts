import type { ChainAct, ChainTransaction } from '@questp/messages/integrations';
import { NO_FACTS } from '../../catalog/definition/facts.js';
import type { JsonObject } from '../../catalog/definition/json-schema.js';
import { availableType } from '../../catalog/definition/task-type.js';
import { validateConfig } from '../../catalog/definition/validation.js';
import { TASK_TYPES } from '../index.js';

const chainId = 'cosmoshub-4';
const own = { chainId, address: 'cosmos1own', account: '0a' };
const facts = {
  ...{ ...NO_FACTS, wallets: [own], now: new Date('2026-01-20T00:00:00.000Z') },
  ...{ startsAt: new Date('2026-01-01T00:00:00.000Z'), endsAt: new Date('2026-02-01T00:00:00.000Z') },
};
const txHash = 'AB'.repeat(32);
const transaction = (acts: ChainAct[], more: Partial<ChainTransaction> = {}): ChainTransaction => ({
  ...{ hash: txHash, height: 7, time: '2026-01-01T00:00:00.000Z', code: 0, isComplete: true, acts },
  ...more,
});
const act = (kind: ChainAct['kind'], more: Partial<ChainAct> = {}): ChainAct => ({
  kind,
  sender: own.address,
  ...more,
});
const coins = (...amounts: [amount: string, denom: string][]) => amounts.map(([amount, denom]) => ({ amount, denom }));
const send = (recipient: string, ...amounts: [amount: string, denom: string][]) =>
  act('transfer', { recipient, amounts: coins(...amounts) });

/** The outcome of a type's rule. */
function decide(
  id: string,
  config: JsonObject,
  transactions: ChainTransaction[] | null,
  inputs: JsonObject = { txHash },
  isComplete = true,
) {
  const type = availableType(TASK_TYPES.get(id));
  const valid = validateConfig(type, { chainId, ...config });
  if (!valid.ok) throw new Error(JSON.stringify(valid.errors));
  return type.rule(valid.value, inputs, {
    ...facts,
    chainTransactions: transactions && { transactions, isComplete },
  });
}
const inShort = (outcome: ReturnType<typeof decide>): string =>
  outcome.kind === 'fail' || outcome.kind === 'inconclusive' ? outcome.code : outcome.kind;

const fits = 'pass';
const misfits = 'TRANSACTION_MISMATCH';
const ofAnother = 'TRANSACTION_WRONG_SENDER';

describe('a transaction that an earner names', () => {
  const to = [send('cosmos1team', ['5', 'uatom'])];
  it.each<[string, ChainTransaction | null, string]>([
    ['counts at the first moment', transaction(to), fits],
    ['is unknown', null, 'TRANSACTION_NOT_FOUND'],
    ['failed', transaction([], { code: 5 }), 'TRANSACTION_FAILED'],
    ['is older than the quest', transaction(to, { time: '2025-12-31T23:59:59.999Z' }), 'TRANSACTION_TOO_EARLY'],
    ['counts at the last moment', transaction(to, { time: '2026-01-31T23:59:59.999Z' }), fits],
    ['is newer than the quest', transaction(to, { time: '2026-02-01T00:00:00.000Z' }), 'TRANSACTION_TOO_LATE'],
    ['is of another sender', transaction([{ ...to[0]!, sender: 'cosmos1x' }]), ofAnother],
    ['does nothing', transaction([]), ofAnother],
    ['does something else', transaction([act('vote')]), ofAnother],
    ['does nothing that could be read', transaction([], { isComplete: false }), 'review'],
    ['counts by what could be read', transaction(to, { isComplete: false }), fits],
  ])('%s', (_, one, expected) => {
    expect(inShort(decide('chain_transfer', {}, one && [one]))).toBe(expected);
  });

  it('is of a wallet on that chain', () => {
    const type = availableType(TASK_TYPES.get('chain_transfer'));
    const chainTransactions = { transactions: [transaction(to)], isComplete: true };
    const wallets = [{ ...own, chainId: 'osmosis-1' }];
    expect(type.rule({ chainId }, { txHash }, { ...facts, wallets, chainTransactions })).toMatchObject({
      code: ofAnother,
    });
  });

  it('proves the completion by its hash on its chain', () => {
    expect(decide('chain_transfer', {}, [transaction(to)])).toEqual({
      kind: 'pass',
      subjects: [{ kind: 'transaction', subject: `${chainId}/${txHash}` }],
    });
  });
});

describe('transactions that are searched', () => {
  const fitting = (height: number, more: Partial<ChainTransaction> = {}) =>
    transaction([send('cosmos1team', ['5', 'uatom'])], { hash: String(height).padStart(64, '0'), height, ...more });
  const search = (transactions: ChainTransaction[], isComplete = true) =>
    decide('chain_transfer', { denom: 'uatom', minAmount: '5' }, transactions, {}, isComplete);
  const small = transaction([send('cosmos1team', ['4', 'uatom'])]);

  it('all prove the completion, the oldest first', () => {
    const outcome = search([fitting(9), small, fitting(8)], false);
    const subjects = [8, 9].map((height) => `${chainId}/${String(height).padStart(64, '0')}`);
    expect(outcome).toMatchObject({ kind: 'pass', subjects: subjects.map((subject) => ({ subject })) });
  });

  it.each<[string, ChainTransaction[], boolean, string]>([
    ['are none', [], true, 'TRANSACTION_NOT_FOUND'],
    ['do not suffice together', [small, { ...small, height: 8 }], true, misfits],
    ['are of before the quest', [fitting(7, { time: '2025-12-31T00:00:00.000Z' })], true, 'TRANSACTION_NOT_FOUND'],
    ['have acts that cannot be read', [{ ...small, isComplete: false }], false, 'TRANSACTION_NOT_FOUND'],
  ])('%s: refused', (_, transactions, isComplete, expected) => {
    const outcome = search(transactions, isComplete);
    expect([outcome.kind, inShort(outcome)]).toEqual(['fail', expected]);
  });

  it('are too many: the earner is asked for the hash', () => {
    const transactions = Array.from({ length: 20 }, (_, height) => ({ ...small, height: height + 1 }));
    expect(search(transactions, false)).toMatchObject({
      kind: 'fail',
      detail: expect.stringContaining('hash') as string,
    });
  });

  it('are searched again where a node did not answer', () => {
    expect(search([], false)).toMatchObject({ kind: 'inconclusive', cause: 'not_ready' });
  });
});

describe('an on-chain type', () => {
  const swapped = act('swap', {
    poolIds: ['1', '2'],
    ...{ amounts: coins(['5', 'uosmo']), received: coins(['1', 'uatom']) },
  });
  const added = act('lp_add', { poolIds: ['1'], amounts: coins(['5', 'a'], ['9', 'b']) });
  const swappedByContract = { ...swapped, contract: 'cosmos1dex' };
  const addedByContract = { ...added, contract: 'cosmos1pool' };
  const staked = act('delegate', { validator: 'cosmosvaloper1a', amounts: coins(['5', 'uatom']) });
  const left = act('undelegate', { validator: 'cosmosvaloper1a', amounts: coins(['5', 'uatom']) });
  const moved = act('redelegate', {
    ...{ sourceValidator: 'cosmosvaloper1a', validator: 'cosmosvaloper1b', amounts: coins(['5', 'uatom']) },
  });
  const voted = act('vote', { proposalId: '7', options: ['yes', 'abstain'] });
  const proposed = act('proposal', { proposalId: '8', title: 'Fund ORBIT', amounts: coins(['5', 'uatom']) });
  const minted = act('nft_mint', { contract: 'cosmos1minter', collection: 'cosmos1nft' });
  const called = act('execute', { contract: 'cosmos1c', method: 'deposit' });
  const posted = act('blob', {
    blobs: [
      { namespace: 'ab'.padStart(58, '0'), bytes: 6 },
      { namespace: 'cd'.padStart(58, '0'), bytes: 99 },
      { namespace: 'ab'.padStart(58, '0'), bytes: 4 },
    ],
  });
  const bridged = act('ibc_transfer', { destinationChainId: 'osmosis-1', amounts: coins(['5', 'uatom']) });
  const { destinationChainId: _, ...unproven } = bridged;
  const to = { destinationChainId: 'osmosis-1' };

  it.each<[string, JsonObject, ChainAct[], string]>([
    ['chain_transfer', { recipient: 'cosmos1team' }, [send('cosmos1team', ['5', 'u'])], fits],
    ['chain_transfer', { recipient: 'COSMOS1TEAM' }, [send('cosmos1team', ['5', 'u'])], fits],
    ['chain_transfer', { recipient: 'cosmos1x' }, [send('cosmos1team', ['5', 'u'])], misfits],
    ['chain_transfer', {}, [send(own.address, ['5', 'u'])], misfits],
    ['chain_transfer', { recipient: own.address }, [send(own.address, ['5', 'u'])], fits],
    ['chain_transfer', { denom: 'v' }, [send('cosmos1team', ['5', 'u'])], misfits],
    ['chain_transfer', { denom: 'u', minAmount: '5' }, [send('cosmos1team', ['5', 'u'])], fits],
    ['chain_transfer', { denom: 'u', minAmount: '6' }, [send('cosmos1team', ['5', 'u'], ['9', 'v'])], misfits],
    ['chain_transfer', { minAmount: '10' }, [send('cosmos1a', ['5', 'u']), send('cosmos1b', ['5', 'u'])], fits],
    ['chain_transfer', { minAmount: '10' }, [send('cosmos1a', ['5', 'u']), send('cosmos1b', ['5', 'v'])], misfits],
    [
      'chain_transfer',
      { minAmount: '18446744073709551617' },
      [send('cosmos1team', ['18446744073709551617', 'u'])],
      fits,
    ],
    ['chain_swap', {}, [swapped], fits],
    ['chain_swap', { poolId: '2', denomIn: 'uosmo', denomOut: 'uatom', minAmountIn: '5' }, [swapped], fits],
    ['chain_swap', { minAmountIn: '10' }, [swapped, swapped], fits],
    ['chain_swap', { minAmountIn: '6' }, [swapped], misfits],
    ['chain_swap', { poolId: '3' }, [swapped], misfits],
    ['chain_swap', { denomIn: 'uatom' }, [swapped], misfits],
    ['chain_swap', { denomOut: 'uosmo' }, [swapped], misfits],
    ['chain_swap', { contractAddress: 'cosmos1dex' }, [swappedByContract], fits],
    ['chain_swap', { contractAddress: 'cosmos1x' }, [swappedByContract], misfits],
    ['chain_swap', {}, [swappedByContract], misfits],
    ['chain_lp_add', { poolId: '1', contractAddress: 'COSMOS1POOL', minAmount: '9' }, [addedByContract], fits],
    ['chain_lp_add', {}, [addedByContract], misfits],
    ['chain_lp_add', { minAmount: '10' }, [added], misfits],
    ['chain_lp_add', { poolId: '2' }, [added], misfits],
    ['chain_stake', { validatorAddress: 'cosmosvaloper1a', minAmount: '10' }, [staked, staked], fits],
    ['chain_stake', { minAmount: '6' }, [staked], misfits],
    ['chain_stake', { validatorAddress: 'cosmosvaloper1b' }, [staked], misfits],
    ['chain_stake', {}, [moved], ofAnother],
    ['chain_unstake', { minAmount: '10', validatorAddress: 'cosmosvaloper1a' }, [left, moved], fits],
    ['chain_unstake', { action: 'redelegate' }, [left], ofAnother],
    ['chain_unstake', { action: 'undelegate' }, [left], fits],
    ['chain_unstake', { validatorAddress: 'cosmosvaloper1b' }, [moved], misfits],
    ['chain_vote', { proposalId: '7', option: 'abstain' }, [voted], fits],
    ['chain_vote', { option: 'no' }, [voted], misfits],
    ['chain_vote', { proposalId: '8' }, [voted], misfits],
    ['chain_proposal_submit', { titleContains: 'orbit', minDeposit: '5' }, [proposed], fits],
    ['chain_proposal_submit', { titleContains: 'orbits' }, [proposed], misfits],
    ['chain_proposal_submit', { minDeposit: '6' }, [proposed], misfits],
    ['chain_nft_mint', { collectionAddress: 'cosmos1nft' }, [minted], fits],
    ['chain_nft_mint', { collectionAddress: 'cosmos1minter' }, [minted], misfits],
    ['chain_contract_interact', { contractAddress: 'cosmos1c', messageName: 'deposit' }, [called], fits],
    ['chain_contract_interact', { contractAddress: 'cosmos1c', messageName: 'withdraw' }, [called], misfits],
    ['chain_contract_interact', { contractAddress: 'cosmos1d' }, [called], misfits],
    ['chain_blob_post', { namespace: 'ab', minBytes: 10 }, [posted], fits],
    ['chain_blob_post', { namespace: 'ab', minBytes: 11 }, [posted], misfits],
    ['chain_blob_post', { namespace: 'ef' }, [posted], misfits],
    ['chain_bridge', { ...to, denom: 'uatom', minAmount: '5' }, [bridged], fits],
    ['chain_bridge', { ...to, minAmount: '6' }, [bridged], misfits],
    ['chain_bridge', { destinationChainId: 'juno-1' }, [bridged], misfits],
    ['chain_bridge', to, [unproven], 'review'],
    ['chain_bridge', { ...to, minAmount: '6' }, [unproven], misfits],
  ])('%s %j is decided by what the transaction did', (id, config, acts, expected) => {
    expect(inShort(decide(id, config, [transaction(acts)]))).toBe(expected);
  });

  const deployed = act('instantiate', { codeId: '7', instantiated: ['cosmos1new'] });
  const codeChecksum = 'a'.repeat(64);
  it.each<[string, JsonObject, ChainAct, string]>([
    ['the contract', {}, deployed, fits],
    ['another contract', {}, { ...deployed, instantiated: ['cosmos1x'] }, misfits],
    ['the code', { codeChecksum }, { ...deployed, codeChecksum }, fits],
    ['another code', { codeChecksum }, { ...deployed, codeChecksum: 'b'.repeat(64) }, misfits],
    ['a code without a checksum', { codeChecksum }, deployed, 'review'],
  ])('dev_deploy_contract is decided by %s', (_name, config, one, expected) => {
    const inputs = { contractAddress: 'COSMOS1NEW', txHash };
    expect(inShort(decide('dev_deploy_contract', config, [transaction([one])], inputs))).toBe(expected);
  });
});
