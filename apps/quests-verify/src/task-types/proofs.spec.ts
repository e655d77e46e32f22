import type { VerificationMethod } from '@questp/messages/quests';
import fc from 'fast-check';
import { lacksProof } from '../catalog/definition/proof.js';
import type { AvailableTaskType } from '../catalog/definition/task-type.js';
import { validateConfig, validateInputs } from '../catalog/definition/validation.js';
import { TASK_TYPES } from './index.js';

const REVIEWED: readonly VerificationMethod[] = ['manual', 'ai_verify', 'hybrid_ai'];
const OF_REVIEWERS: readonly VerificationMethod[] = [...REVIEWED, 'hybrid'];

/** A visit was measured here; the check of the submission shows a reviewer its times. */
const isMeasured = (type: AvailableTaskType): boolean => type.facts.visit !== undefined;

/** Every available type with every method under which its submissions can enter review. */
const CASES = TASK_TYPES.all.flatMap((type) =>
  type.available && !isMeasured(type)
    ? type.methods.filter((method) => OF_REVIEWERS.includes(method)).map((method) => ({ type, method }))
    : [],
);

describe('what enters review', () => {
  it.each(CASES.map(({ type, method }) => [type.id, method, type] as const))(
    'of %s (%s) can be shown',
    (_, __, type) => {
      expect(type.proof ?? []).not.toEqual([]);
      const properties = Object.keys(type.inputs.properties ?? {});
      for (const name of type.proof ?? []) expect(properties).toContain(name);
      expect(lacksProof(type, type.exampleInputs)).toBe(false);
    },
  );

  it('always shows something, whatever an earner hands in to a quest without a check', () => {
    const handedIn = fc
      .record({ at: fc.nat(CASES.length - 1), empty: fc.constantFrom(undefined, '', '  ', [], {}), more: fc.boolean() })
      .map(({ at, ...rest }) => ({ ...CASES[at], ...rest }));
    fc.assert(
      fc.property(handedIn, ({ type, method = 'manual', empty, more }) => {
        if (type === undefined || !REVIEWED.includes(method)) return;
        const config = validateConfig(type, type.exampleConfig, method);
        const inputs = { ...(more ? type.exampleInputs : {}) };
        for (const name of type.proof ?? []) {
          if (empty === undefined) delete inputs[name];
          else inputs[name] = empty;
        }
        expect(validateInputs(type, config.ok ? config.value : {}, inputs, method).ok).toBe(false);
      }),
    );
  });

  it('is asked for by name', () => {
    const like = TASK_TYPES.get('social_microblog_like');
    expect(validateInputs(like, {}, {}, 'manual')).toMatchObject({
      ok: false,
      errors: [
        { pointer: '', code: 'REQUIRED', detail: expect.stringContaining('link or screenshotFileId') as string },
      ],
    });
    expect(validateInputs(like, {}, {}, 'hybrid')).toMatchObject({ ok: true });
    expect(validateInputs(TASK_TYPES.get('social_microblog_quote'), {}, {}, 'manual')).toMatchObject({
      ok: false,
      errors: [{ pointer: '/postUrl', code: 'REQUIRED' }],
    });
  });

  it('is not the page that the quest is about', () => {
    for (const { type } of CASES.filter(
      ({ type }) => type.proof?.includes('screenshotFileId') && type.facts.evidence,
    )) {
      const page = Object.values(type.exampleConfig).find(
        (value): value is string => typeof value === 'string' && value.startsWith('https:'),
      );
      if (page === undefined || type.inputs.properties?.['link'] === undefined) continue;
      const link = new URL(page);
      link.searchParams.set('utm_source', 'me');
      expect(validateInputs(type, type.exampleConfig, { link: link.href }, 'manual')).toMatchObject({
        ok: false,
        errors: [{ pointer: '/link', code: 'NOT_ALLOWED' }],
      });
    }
  });
});
