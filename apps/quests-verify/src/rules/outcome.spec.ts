import { VERIFICATION_METHODS } from '@questp/messages';
import { underMethod } from './outcome.js';

describe('verification method', () => {
  it.each(['manual', 'ai_verify', 'hybrid_ai'] as const)('%s sends a passed check to a reviewer', (method) => {
    expect(underMethod(method, { kind: 'pass' })).toEqual({ kind: 'review' });
  });

  it.each(['platform_api', 'on_chain', 'project_rest', 'hybrid'] as const)('%s lets a passed check pass', (method) => {
    expect(underMethod(method, { kind: 'pass' })).toEqual({ kind: 'pass' });
  });

  it.each(VERIFICATION_METHODS)('%s never turns a failed check into anything else', (method) => {
    const failed = { kind: 'fail', code: 'SECRET_CODE_WRONG', detail: 'The code is wrong.' } as const;
    expect(underMethod(method, failed)).toBe(failed);
  });
});
