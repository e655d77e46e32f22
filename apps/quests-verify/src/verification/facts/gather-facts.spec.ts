import { AppError } from '@questp/messages/language';
import type { Database } from '@questp/postgres';
import { createLogger, newCallContext, runInContext, steadyNow } from '@questp/service';
import type { FactName } from '../../catalog/definition/facts.js';
import type { FactSource, Gathered } from './fact-source.js';
import { availableType } from '../../catalog/definition/task-type.js';
import { TaskTypes } from '../../catalog/definition/task-types.js';
import { TASK_TYPES } from '../../task-types/index.js';
import type { CheckedEntry } from '../entry/quest-entry.js';
import { canonicalJson, GatherFacts } from './gather-facts.js';
import type { ReviewedAccounts } from './reviewed-accounts.js';

const type = availableType(TASK_TYPES.get('attestation_sign'));
const entry: CheckedEntry = {
  ...{ userId: 'u', now: new Date(), periodKey: 'once', type },
  quest: {
    ...{ id: 'q', projectId: 'p', campaignId: 'c', campaignStartsAt: null, campaignEndsAt: null },
    ...{ checkBudgetUsd: null, ownerId: null, method: 'platform_api', config: {}, period: { kind: 'once' } },
  },
};
const wallet = { chainId: 'cosmoshub-4', address: 'cosmos1a', account: '0a' };
const known: Gathered<'wallets'> = { kind: 'fact', value: [wallet] };
const relink = { kind: 'relink', code: 'ACCOUNT_RELINK_NEEDED', account: 'codehost', detail: '' } as const;
const outage = () => Promise.reject(new AppError('SERVICE_UNAVAILABLE'));

/** attestation_sign asks for the linked wallets, and last for the signature, which uses its nonce up. */
function start(wallets: () => Promise<Gathered<'wallets'>>) {
  const asked: FactName[] = [];
  const source = <Name extends FactName>(name: Name, answer: () => Promise<Gathered<Name>>): FactSource<Name> => ({
    name,
    gather: () => {
      asked.push(name);
      return answer();
    },
  });
  const signedText = () => Promise.resolve({ kind: 'fact', value: { account: '0a' } } as const);
  const sources = [source('wallets', wallets), { ...source('signedText', signedText), singleUse: true as const }];
  return {
    gather: new GatherFacts(sources, NOT_REVIEWED, NO_DATABASE, createLogger('test', 'silent'), new TaskTypes([type])),
    asked,
  };
}

/** Attempts that people decide are covered by reviewed-subjects.spec. */
const NOT_REVIEWED = {} as ReviewedAccounts;
/** Errors of a task type's code are reported there; these types have none. */
const NO_DATABASE = {} as Database;

describe('gathering facts', () => {
  it('returns values for the rule and the receipt, with their hash', async () => {
    const { gather, asked } = start(() => Promise.resolve(known));
    const findings = await gather.of(entry, {});
    expect(findings).toMatchObject({
      missing: null,
      values: { wallets: [wallet], signedText: { account: '0a' }, visit: null },
      shown: { wallets: [wallet], signedText: { account: '0a' } },
    });
    expect(findings.hash).toHaveLength(32);
    expect((await gather.of(entry, {})).hash).toEqual(findings.hash);
    expect(asked).toEqual(['wallets', 'signedText', 'wallets', 'signedText']);
    expect(findings.canRepeat).toBe(false);
  });

  it.each([
    ['an outage', outage, 'inconclusive'],
    ['a link that is needed', () => Promise.resolve(relink), 'relink'],
  ])('consumes no proof after %s', async (_, wallets, kind) => {
    const { gather, asked } = start(wallets);
    expect((await gather.of(entry, {})).missing).toMatchObject({ kind });
    expect(asked).toEqual(['wallets']);
  });

  it('fails at start-up without a source for each fact of a task type', () => {
    expect(
      () => new GatherFacts([], NOT_REVIEWED, NO_DATABASE, createLogger('test', 'silent'), new TaskTypes([type])),
    ).toThrow('No source provides');
  });

  it('waits for a source no longer than its deadline', async () => {
    const { gather } = start(() => new Promise(() => undefined));
    const started = performance.now();
    expect((await gather.of(entry, {})).missing).toMatchObject({ cause: 'unavailable', code: 'CHECK_UNAVAILABLE' });
    expect(performance.now() - started).toBeLessThan(12_000);
  });

  it('ends before the deadline of the caller', async () => {
    const { gather } = start(() => new Promise(() => undefined));
    const deadline = steadyNow() + 1_400;
    const findings = await runInContext({ ...newCallContext(), deadline }, () => gather.of(entry, {}));
    expect(findings.missing).toMatchObject({ cause: 'unavailable', code: 'CHECK_UNAVAILABLE' });
    expect(steadyNow()).toBeLessThan(deadline);
  });

  it('rethrows an unexpected error of a source', async () => {
    const { gather } = start(() => Promise.reject(new TypeError('x')));
    await expect(gather.of(entry, {})).rejects.toThrow(TypeError);
  });

  it('hashes facts in canonical JSON', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 'x' }], a: null })).toBe('{"a":null,"b":[{"c":"x","d":1}]}');
  });
});
