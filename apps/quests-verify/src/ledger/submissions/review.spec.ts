import type { SubmissionStatus } from '@questp/messages/shared';
import fc from 'fast-check';
import { type ReviewAction, reviewStep } from './review-rule.js';

const decidedAt = new Date('2026-01-01T00:00:00Z');
const after = (minutes: number) => new Date(decidedAt.getTime() + minutes * 60_000);
const change = (status: SubmissionStatus, ledger: 'credit' | 'reversal' | null = null) => ({
  kind: 'change',
  status,
  ledger,
});
const refuse = (code: string) => ({ kind: 'refuse', code });
const same = { kind: 'same' };

describe('review', () => {
  it.each<[ReviewAction, SubmissionStatus, object]>([
    ['approve', 'in_review', change('claimed', 'credit')],
    ['approve', 'claimed', same],
    ['approve', 'rejected', refuse('ALREADY_REVIEWED')],
    ['approve', 'reversed', refuse('ALREADY_REVIEWED')],
    ['approve', 'pending', refuse('NOT_IN_REVIEW')],
    ['reject', 'in_review', change('rejected')],
    ['reject', 'rejected', same],
    ['reject', 'claimed', refuse('ALREADY_REVIEWED')],
    ['reject', 'reversed', refuse('ALREADY_REVIEWED')],
    ['reject', 'pending', refuse('NOT_IN_REVIEW')],
    ['undo', 'claimed', change('in_review', 'reversal')],
    ['undo', 'rejected', change('in_review')],
    ['undo', 'in_review', refuse('NOTHING_TO_UNDO')],
    ['undo', 'pending', refuse('NOTHING_TO_UNDO')],
    ['undo', 'reversed', refuse('NOTHING_TO_UNDO')],
    ['reverse', 'claimed', change('reversed', 'reversal')],
    ['reverse', 'reversed', same],
    ['reverse', 'in_review', refuse('INVALID_TRANSITION')],
    ['reverse', 'rejected', refuse('INVALID_TRANSITION')],
    ['reverse', 'pending', refuse('INVALID_TRANSITION')],
  ])('%s of a submission that is %s', (action, status, step) => {
    expect(reviewStep(action, { status, decidedAt, now: after(1) })).toEqual(step);
  });

  it('can be undone for 15 minutes, and no longer', () => {
    expect(reviewStep('undo', { status: 'claimed', decidedAt, now: after(14.999) })).toMatchObject({ kind: 'change' });
    expect(reviewStep('undo', { status: 'claimed', decidedAt, now: after(15) })).toEqual(refuse('UNDO_WINDOW_CLOSED'));
  });

  it('leaves an automatic credit to a reversal', () => {
    expect(reviewStep('undo', { status: 'claimed', decidedAt: null, now: after(0) })).toEqual(
      refuse('NOTHING_TO_UNDO'),
    );
  });

  it('never credits twice: credits and reversals alternate along any sequence of actions', () => {
    const actions = fc.array(fc.constantFrom<ReviewAction>('approve', 'reject', 'undo', 'reverse'));
    fc.assert(
      fc.property(actions, (sequence) => {
        let status: SubmissionStatus = 'in_review';
        let credited = 0;
        for (const action of sequence) {
          const step = reviewStep(action, { status, decidedAt, now: after(1) });
          if (step.kind === 'change') {
            status = step.status;
            credited += step.ledger === 'credit' ? 1 : step.ledger === 'reversal' ? -1 : 0;
          }
          expect(credited).toBe(status === 'claimed' ? 1 : 0);
        }
      }),
    );
  });
});
