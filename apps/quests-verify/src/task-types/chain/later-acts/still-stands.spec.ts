import type { ChainAct, ChainTransaction } from '@questp/messages/integrations';
import { NO_FACTS, type LaterActs } from '../../../catalog/definition/facts.js';
import { afterBridging, afterProposing, afterStaking, afterUnstaking, afterVoting } from './still-stands.js';

const chainId = 'cosmoshub-4';
const OWN = 'cosmos1own';
const [V, W] = ['cosmosvaloper1v', 'cosmosvaloper1w'];

const act = (kind: ChainAct['kind'], more: Partial<ChainAct> = {}): ChainAct => ({ kind, sender: OWN, ...more });
const coins = (amount: string, denom = 'uatom') => ({ amounts: [{ denom, amount }] });
const delegate = (amount: string, validator = V) => act('delegate', { validator, ...coins(amount) });
const undelegate = (amount: string, validator = V) => act('undelegate', { validator, ...coins(amount) });
const cancel = (amount: string, validator = V) => act('cancel_unbonding', { validator, ...coins(amount) });
const move = (amount: string, sourceValidator: string, validator: string) =>
  act('redelegate', { sourceValidator, validator, ...coins(amount) });
const vote = (options: ChainAct['options'], proposalId = '7') => act('vote', { proposalId, options });
const sent = (sequence: string, amount: string, denom?: string) =>
  act('ibc_transfer', { channel: 'channel-1', destinationChainId: 'osmosis-1', sequence, ...coins(amount, denom) });
const refund = (sequence: string) =>
  act('ibc_refund', { sender: 'cosmos1relayer', channel: 'channel-1', sequence, ...coins('100') });

const transaction = (height: number, acts: ChainAct[]): ChainTransaction => ({
  ...{ hash: height.toString(16).padStart(64, '0'), height, time: '2026-01-15T00:00:00.000Z', code: 0 },
  ...{ acts, isComplete: true },
});
const facts = (acts: ChainAct[], later: ChainAct[][], more: Partial<LaterActs> = {}) => ({
  ...{ ...NO_FACTS, now: new Date(), startsAt: null, endsAt: null },
  laterActs: {
    ...{ transaction: transaction(10, acts), senders: [OWN], isComplete: true },
    later: later.map((one, index) => transaction(11 + index, one)),
    ...more,
  },
});
const credited = { txHash: 'A'.repeat(64), accounts: ['0a'] };

type Case<Config> = [name: string, config: Config, acts: ChainAct[], later: ChainAct[][], kind: string];

describe('What was credited', () => {
  it.each<Case<{ validatorAddress?: string; minAmount?: string }>>([
    ['nothing later', {}, [delegate('100')], [], 'pass'],
    ['all undelegated', {}, [delegate('100')], [[undelegate('100')]], 'fail'],
    ['all undelegated by the same transaction', {}, [delegate('100'), undelegate('100')], [], 'fail'],
    ['a part undelegated, without a minimum', {}, [delegate('100')], [[undelegate('99')]], 'pass'],
    ['a part undelegated, down to the minimum', { minAmount: '50' }, [delegate('100')], [[undelegate('50')]], 'pass'],
    ['a part undelegated, below the minimum', { minAmount: '51' }, [delegate('100')], [[undelegate('50')]], 'fail'],
    ['undelegated and cancelled', {}, [delegate('100')], [[undelegate('100')], [cancel('100')]], 'pass'],
    ['undelegated and delegated again', {}, [delegate('100')], [[undelegate('100')], [delegate('1')]], 'pass'],
    ['undelegated by another account', {}, [delegate('100')], [[{ ...undelegate('100'), sender: 'x' }]], 'pass'],
    ['moved, where no validator is named', {}, [delegate('100')], [[move('100', V, W)]], 'pass'],
    ['moved away', { validatorAddress: V }, [delegate('100')], [[move('100', V, W)]], 'fail'],
    [
      'moved away and back',
      { validatorAddress: V },
      [delegate('100')],
      [[move('100', V, W)], [move('100', W, V)]],
      'pass',
    ],
    ['undelegated from another', { validatorAddress: V }, [delegate('100')], [[undelegate('100', W)]], 'pass'],
    ['the validator in upper case', { validatorAddress: V.toUpperCase() }, [delegate('100')], [], 'pass'],
    [
      'beyond 2^64',
      { minAmount: '18446744073709551617' },
      [delegate('18446744073709551618')],
      [[undelegate('2')]],
      'fail',
    ],
  ])('by a delegation stands by the rest: %s', (_, config, acts, later, kind) => {
    expect(afterStaking.rule({ chainId, ...config }, credited, facts(acts, later)).kind).toBe(kind);
  });

  it.each<Case<{ validatorAddress?: string; minAmount?: string; action?: string }>>([
    ['nothing later', {}, [undelegate('100')], [], 'pass'],
    ['cancelled', {}, [undelegate('100')], [[cancel('100')]], 'fail'],
    ['cancelled in part', {}, [undelegate('100')], [[cancel('40')], [cancel('59')]], 'pass'],
    ['cancelled below the minimum', { minAmount: '50' }, [undelegate('100')], [[cancel('51')]], 'fail'],
    ['cancelled at another validator', { validatorAddress: V }, [undelegate('100')], [[cancel('100', W)]], 'pass'],
    ['a redelegation, which cannot be cancelled', {}, [move('100', V, W)], [], 'pass'],
    [
      'cancelled, beside a redelegation that does not count',
      { action: 'undelegate' },
      [undelegate('9'), move('9', V, W)],
      [[cancel('9')]],
      'fail',
    ],
  ])('by an unbonding stands by the rest: %s', (_, config, acts, later, kind) => {
    expect(afterUnstaking.rule({ chainId, ...config }, credited, facts(acts, later)).kind).toBe(kind);
  });

  it.each<Case<{ proposalId?: string; option?: string }>>([
    ['nothing later', { proposalId: '7', option: 'yes' }, [vote(['yes'])], [], 'pass'],
    ['changed', { proposalId: '7', option: 'yes' }, [vote(['yes'])], [[vote(['no'])]], 'fail'],
    [
      'changed and back',
      { proposalId: '7', option: 'yes' },
      [vote(['yes'])],
      [[vote(['no'])], [vote(['yes'])]],
      'pass',
    ],
    ['changed by the same transaction', { option: 'yes' }, [vote(['yes']), vote(['no'])], [], 'fail'],
    ['split', { option: 'yes' }, [vote(['yes'])], [[vote(['yes', 'abstain'])]], 'pass'],
    ['changed, where any option counts', { proposalId: '7' }, [vote(['yes'])], [[vote(['no'])]], 'pass'],
    ['of another proposal', { proposalId: '7', option: 'yes' }, [vote(['yes'])], [[vote(['no'], '8')]], 'pass'],
    ['of another account', { option: 'yes' }, [vote(['yes'])], [[{ ...vote(['no']), sender: 'x' }]], 'pass'],
    ['one of two proposals', { option: 'yes' }, [vote(['yes']), vote(['yes'], '8')], [[vote(['no'])]], 'pass'],
  ])('by a vote stands by the last vote: %s', (_, config, acts, later, kind) => {
    expect(afterVoting.rule({ chainId, ...config }, credited, facts(acts, later)).kind).toBe(kind);
  });

  it('by a vote stands by the last vote in whatever order the node answers', () => {
    const later = [transaction(12, [vote(['yes'])]), transaction(11, [vote(['no'])])];
    const config = { chainId, option: 'yes' };
    expect(afterVoting.rule(config, credited, facts([vote(['yes'])], [], { later })).kind).toBe('pass');
    expect(afterVoting.rule({ ...config, option: 'no' }, credited, facts([vote(['no'])], [], { later })).kind).toBe(
      'fail',
    );
  });

  const proposal = (proposalId: string) => act('proposal', { proposalId });
  const withdraw = (proposalId: string) => act('cancel_proposal', { proposalId });
  it.each([
    ['nothing later', [proposal('7')], [], 'pass'],
    ['cancelled', [proposal('7')], [[withdraw('7')]], 'fail'],
    ['another one cancelled', [proposal('7')], [[withdraw('6')]], 'pass'],
    ['one of two cancelled', [proposal('7'), proposal('8')], [[withdraw('7')]], 'pass'],
  ])('by a proposal stands until it is cancelled: %s', (_, acts, later, kind) => {
    expect(afterProposing.rule({ chainId }, credited, facts(acts, later)).kind).toBe(kind);
  });

  it.each<Case<{ denom?: string; minAmount?: string }>>([
    ['nothing later', {}, [sent('1', '100')], [], 'pass'],
    ['refunded', {}, [sent('1', '100')], [[refund('1')]], 'fail'],
    ['another packet refunded', {}, [sent('1', '100')], [[refund('2')]], 'pass'],
    ['one of two refunded', { minAmount: '100' }, [sent('1', '100'), sent('2', '100')], [[refund('1')]], 'pass'],
    ['too little left', { minAmount: '101' }, [sent('1', '100'), sent('2', '100')], [[refund('1')]], 'fail'],
    ['only another token left', { denom: 'uatom' }, [sent('1', '5'), sent('2', '5', 'uosmo')], [[refund('1')]], 'fail'],
  ])('by an IBC transfer stands by what did not come back: %s', (_, config, acts, later, kind) => {
    expect(
      afterBridging.rule({ chainId, destinationChainId: 'osmosis-1', ...config }, credited, facts(acts, later)).kind,
    ).toBe(kind);
  });

  it.each<[string, Partial<LaterActs>]>([
    ['not everything was read', { isComplete: false }],
    ['no wallet of the earner is among the senders', { senders: [] }],
  ])('is not known to be undone where %s', (_, more) => {
    const { laterActs } = facts([delegate('100')], [[undelegate('100')]], more);
    const outcome = afterStaking.rule({ chainId }, credited, { ...facts([], []), laterActs });
    expect(outcome).toMatchObject({ kind: 'inconclusive', code: 'CHECK_UNAVAILABLE' });
  });
});
