import { VERIFICATION_METHODS, type VerificationMethod } from '@questp/messages/quests';
import type { Decision } from '../../catalog/definition/outcome.js';
import { verdictOf, type Verdict } from './verdict.js';

const pass: Decision = { kind: 'pass' };
const fail: Decision = { kind: 'fail', code: 'SECRET_CODE_WRONG', detail: 'The code is wrong.' };
const absent = { kind: 'inconclusive', code: 'CHECK_UNAVAILABLE', detail: '' } as const;
const unavailable: Decision = { ...absent, cause: 'unavailable' };
const notReady: Decision = { ...absent, cause: 'not_ready' };
const relink: Decision = { kind: 'relink', code: 'ACCOUNT_RELINK_NEEDED', account: 'codehost', detail: '' };
const misconfigured: Decision = { kind: 'misconfigured', code: 'QUEST_MISCONFIGURED', detail: '' };

describe('verification method', () => {
  it.each<[VerificationMethod, Record<string, Verdict>]>([
    ['platform_api', { pass: 'credit', fail: 'refuse', unavailable: 'wait', notReady: 'wait' }],
    ['on_chain', { pass: 'credit', fail: 'refuse', unavailable: 'wait', notReady: 'wait' }],
    ['project_rest', { pass: 'credit', fail: 'refuse', unavailable: 'wait', notReady: 'wait' }],
    ['manual', { pass: 'review', fail: 'refuse', unavailable: 'review', notReady: 'review' }],
    ['hybrid', { pass: 'credit', fail: 'count', unavailable: 'wait', notReady: 'wait' }],
    ['ai_verify', { pass: 'review', fail: 'review', unavailable: 'review', notReady: 'review' }],
    ['hybrid_ai', { pass: 'review', fail: 'review', unavailable: 'review', notReady: 'review' }],
  ])('%s', (method, verdicts) => {
    const decisions = { pass, fail, unavailable, notReady };
    expect(
      Object.fromEntries(
        Object.entries(decisions).map(([name, made]) => [name, verdictOf(method, made, { canRepeat: true })]),
      ),
    ).toEqual(verdicts);
  });

  it('refuses what lacks facts and cannot be asked again', () => {
    for (const made of [unavailable, notReady])
      expect(verdictOf('on_chain', made, { canRepeat: false })).toBe('refuse');
  });

  it('leaves to the reviewers of a hybrid quest what gave no answer and cannot be asked again', () => {
    expect(verdictOf('hybrid', unavailable, { canRepeat: false })).toBe('review');
    expect(verdictOf('hybrid', notReady, { canRepeat: false })).toBe('refuse');
  });

  it('counts what a machine refuses of a type with a cool-down', () => {
    const counting = VERIFICATION_METHODS.filter(
      (method) => verdictOf(method, fail, { canRepeat: true, isPaced: true }) === 'count',
    );
    expect(counting).toEqual(['on_chain', 'platform_api', 'project_rest', 'hybrid']);
  });

  it('never counts or credits what the earner or the team has to put right', () => {
    for (const method of VERIFICATION_METHODS) {
      for (const made of [relink, misconfigured])
        expect(['refuse', 'review']).toContain(verdictOf(method, made, { canRepeat: true }));
    }
  });
});
