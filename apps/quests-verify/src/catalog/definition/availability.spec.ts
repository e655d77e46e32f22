import type { Period, SubmissionStatus } from '@questp/messages/shared';
import fc from 'fast-check';
import { type AvailabilityInput, questAvailability } from './availability.js';

const now = new Date('2026-03-10T12:00:00Z');
const past = new Date('2026-03-01T00:00:00Z');
const future = new Date('2026-03-20T00:00:00Z');
const later = new Date('2026-03-25T00:00:00Z');
const open = { startsAt: null, endsAt: null };
const base: AvailabilityInput = {
  campaign: { ...open, status: 'active' },
  quest: { ...open, status: 'active', period: { kind: 'once' }, maxCompletions: null },
  completions: 0,
  prerequisitesMet: true,
  isMember: false,
  isSuspended: false,
  isVerifiable: true,
  blocker: null,
  latest: null,
  formerPeriodKey: null,
  now,
};
const quest = (change: Partial<AvailabilityInput['quest']>) => ({ quest: { ...base.quest, ...change } });
const campaign = (change: Partial<AvailabilityInput['campaign']>) => ({ campaign: { ...base.campaign, ...change } });
const latest = (
  status: SubmissionStatus,
  periodKey = 'once',
  nextTryAt: Date | null = null,
  proofUntil: Date | null = null,
) => ({
  latest: { status, periodKey, nextTryAt, proofUntil },
});
const hindered = (availableAt: Date | null) => ({ blocker: { code: 'QUEST_COOLDOWN' as const, availableAt } });
const daily: Period = { kind: 'daily' };
const midnight = new Date('2026-03-11T00:00:00Z');

describe('quest availability', () => {
  it.each<[string, Partial<AvailabilityInput>, string, string | null, Date | null]>([
    ['an open quest', {}, 'available', null, null],
    ['within its windows', { ...quest({ startsAt: past, endsAt: future }) }, 'available', null, null],
    ['at the first instant', quest({ startsAt: now }), 'available', null, null],
    ['at the last instant', quest({ endsAt: now }), 'ended', 'QUEST_ENDED', null],
    ['before the start', quest({ startsAt: future }), 'not_started', 'QUEST_NOT_STARTED', future],
    ['a draft quest', quest({ status: 'draft', startsAt: future }), 'not_started', 'QUEST_NOT_STARTED', null],
    ['an archived quest', quest({ status: 'archived' }), 'ended', 'QUEST_ARCHIVED', null],
    ['a draft campaign', campaign({ status: 'draft', startsAt: past }), 'not_started', 'CAMPAIGN_NOT_ACTIVE', null],
    ['an ended campaign', campaign({ status: 'ended' }), 'ended', 'CAMPAIGN_NOT_ACTIVE', null],
    ['an archived campaign', campaign({ status: 'archived' }), 'ended', 'CAMPAIGN_NOT_ACTIVE', null],
    ['a campaign past its end', campaign({ endsAt: now }), 'ended', 'CAMPAIGN_NOT_ACTIVE', null],
    ['a campaign ahead', campaign({ startsAt: future }), 'not_started', 'CAMPAIGN_NOT_ACTIVE', future],
    [
      'both ahead: the later start',
      { ...campaign({ startsAt: future }), ...quest({ startsAt: later }) },
      'not_started',
      'CAMPAIGN_NOT_ACTIVE',
      later,
    ],
    ['the last place taken', { ...quest({ maxCompletions: 5 }), completions: 5 }, 'full', 'QUEST_FULL', null],
    ['one place left', { ...quest({ maxCompletions: 5 }), completions: 4 }, 'available', null, null],
    ['prerequisites missing', { prerequisitesMet: false }, 'locked', 'PREREQUISITES_NOT_MET', null],
    ['a member of the project', { isMember: true }, 'locked', 'MEMBER_CANNOT_EARN', null],
    ['a suspended account', { isSuspended: true, ...latest('claimed') }, 'locked', 'ACCOUNT_SUSPENDED', null],
    ['a type that cannot be verified', { isVerifiable: false }, 'locked', 'TASK_TYPE_NOT_AVAILABLE', null],
    ['of such a type, but done', { isVerifiable: false, ...latest('claimed') }, 'completed', 'ALREADY_COMPLETED', null],
    ['hindered for a while', hindered(future), 'cooldown', 'QUEST_COOLDOWN', future],
    ['hindered for good', hindered(null), 'locked', 'QUEST_COOLDOWN', null],
    ['hindered, and locked', { ...hindered(future), prerequisitesMet: false }, 'locked', 'PREREQUISITES_NOT_MET', null],
    ['claimed', latest('claimed'), 'completed', 'ALREADY_COMPLETED', null],
    [
      'claimed, campaign over',
      { ...latest('claimed'), ...campaign({ status: 'ended' }) },
      'completed',
      'ALREADY_COMPLETED',
      null,
    ],
    ['in review', latest('in_review'), 'in_review', 'SUBMISSION_IN_REVIEW', null],
    ['pending', latest('pending', 'once', future), 'pending', 'QUEST_COOLDOWN', future],
    ['a proof is asked for', latest('pending', 'once', future, future), 'pending', 'PROOF_NEEDED', null],
    ['a proof was asked for', latest('pending', 'once', future, past), 'pending', 'QUEST_COOLDOWN', future],
    ['rejected: try again', latest('rejected'), 'available', null, null],
    ['reversed', latest('reversed'), 'reversed', 'SUBMISSION_FINAL', null],
    ['done by a deleted account', { formerPeriodKey: 'once' }, 'completed', 'ALREADY_COMPLETED', null],
    [
      'done today',
      { ...quest({ period: daily }), ...latest('claimed', '2026-03-10') },
      'cooldown',
      'QUEST_COOLDOWN',
      midnight,
    ],
    [
      'reversed today',
      { ...quest({ period: daily }), ...latest('reversed', '2026-03-10') },
      'cooldown',
      'QUEST_COOLDOWN',
      midnight,
    ],
    ['done yesterday', { ...quest({ period: daily }), ...latest('claimed', '2026-03-09') }, 'available', null, null],
    [
      'yesterday in review',
      { ...quest({ period: daily }), ...latest('in_review', '2026-03-09') },
      'available',
      null,
      null,
    ],
    [
      'done today, no tomorrow',
      { ...quest({ period: daily, endsAt: midnight }), ...latest('claimed', '2026-03-10') },
      'cooldown',
      'QUEST_COOLDOWN',
      null,
    ],
    [
      'done in this interval',
      { ...quest({ period: { kind: 'interval', hours: 6 } }), ...latest('claimed', '2026-03-10T12:00:00.000Z') },
      'cooldown',
      'QUEST_COOLDOWN',
      new Date('2026-03-10T18:00:00Z'),
    ],
    [
      'done before the period setting changed',
      { ...quest({ period: daily }), ...latest('claimed', 'once') },
      'available',
      null,
      null,
    ],
    [
      'the clock stepped back a day (A-16)',
      { ...quest({ period: daily }), ...latest('claimed', '2026-03-11') },
      'cooldown',
      'QUEST_COOLDOWN',
      new Date('2026-03-12T00:00:00Z'),
    ],
  ])('%s', (_, change, state, reason, availableAt) => {
    expect(questAvailability({ ...base, ...change })).toEqual({ state, reason, availableAt });
  });

  it('names a reason exactly when an attempt is refused, and only times that are ahead', () => {
    const times = fc.constantFrom(null, past, now, future, later);
    fc.assert(
      fc.property(
        fc.record({
          campaign: fc.record({
            status: fc.constantFrom('draft', 'active', 'ended', 'archived'),
            startsAt: times,
            endsAt: times,
          }),
          quest: fc.record({
            status: fc.constantFrom('draft', 'active', 'archived'),
            startsAt: times,
            endsAt: times,
            period: fc.constantFrom<Period>({ kind: 'once' }, daily, { kind: 'interval', hours: 5 }),
            maxCompletions: fc.constantFrom(null, 0, 2),
          }),
          completions: fc.nat(3),
          prerequisitesMet: fc.boolean(),
          isMember: fc.boolean(),
          isSuspended: fc.boolean(),
          isVerifiable: fc.boolean(),
          blocker: fc.option(
            fc.record({ code: fc.constant('SECRET_CODE_LOCKED' as const), availableAt: fc.constantFrom(null, future) }),
          ),
          latest: fc.option(
            fc.record({
              status: fc.constantFrom<SubmissionStatus>('in_review', 'claimed', 'rejected', 'reversed'),
              periodKey: fc.constantFrom('once', '2026-03-10', '2026-03-09', '2026-03-10T10:00:00.000Z'),
              nextTryAt: fc.constant(null),
              proofUntil: fc.constant(null),
            }),
          ),
          formerPeriodKey: fc.constantFrom(null, 'once', '2026-03-10', '2026-03-09', '2026-03-10T10:00:00.000Z'),
          now: fc.constant(now),
        }),
        (input) => {
          const { state, reason, availableAt } = questAvailability(input);
          expect(reason === null).toBe(state === 'available');
          expect(availableAt === null || availableAt > now).toBe(true);
        },
      ),
    );
  });
});
