import type { MicroblogSpace, MicroblogSpaceReport, MicroblogStage } from '@questp/messages/integrations';
import fc from 'fast-check';
import { validateConfig, validateInputs } from '../../../catalog/definition/validation.js';
import { aSpace } from '../../../testing/quests.fixture.js';
import { TASK_TYPES } from '../../index.js';
import { attend, host, speak, type AttendConfig, type HostConfig } from './space-rules.js';
import { spaceIdOf } from './space-types.js';

const accountId = '1800000000000000006';
const NOW = new Date('2026-05-01T18:00:00Z');
const minutes = (count: number) => new Date(NOW.getTime() + count * 60_000);
const at = (count: number) => minutes(count).toISOString();
const NO_PLAN = 'Reading Spaces is unavailable on the current plan.';

const scheduled = aSpace({ state: 'scheduled', startedAt: null, scheduledStart: at(30) });
const live = aSpace({ startedAt: at(-30) });
const ended = (minute: number) => aSpace({ state: 'ended', startedAt: at(-90), endedAt: at(minute) });

/** What a decision comes to: the code of a failure, else its kind. */
const named = (outcome: { kind: string; code?: string }) => (outcome.kind === 'fail' ? outcome.code : outcome.kind);

describe('the code of a Space', () => {
  const config: AttendConfig = { code: 'Moonrise', startsAt: at(-10), endsAt: at(10), graceMinutes: 15 };
  const late = { ...config, startsAt: at(-60), endsAt: at(-14) };
  const tooLate = { ...config, startsAt: at(-60), endsAt: at(-15) };
  const early = { ...config, startsAt: at(1), endsAt: at(60) };
  const of = (space: MicroblogSpace | null, reason: string | null = null): MicroblogSpaceReport => ({ space, reason });

  it.each<[string, AttendConfig, string, MicroblogSpaceReport | null, string]>([
    ['live', config, 'Moonrise', of(live), 'pass'],
    ['live, in another case and with spaces', config, ' mOONRISE\t', of(live), 'pass'],
    ['live, wrong', config, 'sunset', of(live), 'SECRET_CODE_WRONG'],
    ['live, whatever the window', tooLate, 'Moonrise', of(live), 'pass'],
    ['scheduled', config, 'Moonrise', of(scheduled), 'SPACE_NOT_LIVE'],
    ['scheduled, wrong', config, 'sunset', of(scheduled), 'SPACE_NOT_LIVE'],
    ['ended just now', config, 'Moonrise', of(ended(0)), 'pass'],
    ['in the last minute of grace', config, 'Moonrise', of(ended(-14)), 'pass'],
    ['in grace, wrong', config, 'sunset', of(ended(-14)), 'SECRET_CODE_WRONG'],
    ['after grace', config, 'Moonrise', of(ended(-15)), 'SPACE_NOT_LIVE'],
    ['after grace, within the window', { ...config, endsAt: at(60) }, 'Moonrise', of(ended(-15)), 'SPACE_NOT_LIVE'],
    ['without grace', { ...config, graceMinutes: 0 }, 'Moonrise', of(ended(0)), 'SPACE_NOT_LIVE'],
    ['unreadable, in the window', config, 'Moonrise', of(null, NO_PLAN), 'pass'],
    ['unreadable, in the window, wrong', config, 'sunset', of(null, NO_PLAN), 'SECRET_CODE_WRONG'],
    ['unreadable, in its grace', late, 'Moonrise', of(null, NO_PLAN), 'pass'],
    ['unreadable, after its grace', tooLate, 'Moonrise', of(null, NO_PLAN), 'SPACE_NOT_LIVE'],
    ['unreadable, before the window', early, 'Moonrise', of(null, NO_PLAN), 'SPACE_NOT_LIVE'],
    ['unreadable since it was seen live', tooLate, 'Moonrise', of(live, 'It is limited.'), 'SPACE_NOT_LIVE'],
    ['never seen, in the window', config, 'Moonrise', of(null), 'pass'],
    ['not gathered, in the window', config, 'Moonrise', null, 'pass'],
    ['not gathered, after the window', tooLate, 'Moonrise', null, 'SPACE_NOT_LIVE'],
  ])('of one that is %s', (_, quest, code, report, expected) => {
    expect(named(attend(quest, { code }, report, NOW))).toBe(expected);
  });

  it('is answered for with why the Space cannot be read, and when the code counts', () => {
    expect(attend(early, { code: 'Moonrise' }, of(null, NO_PLAN), NOW)).toMatchObject({
      ...{ code: 'SPACE_NOT_LIVE', availableAt: minutes(1) },
      detail: expect.stringContaining(NO_PLAN) as string,
    });
    expect(attend(config, { code: 'Moonrise' }, of(scheduled), NOW)).toMatchObject({ availableAt: minutes(30) });
  });

  const time = fc.integer({ min: -200, max: 200 });
  const anyConfig = fc.record({
    start: time,
    long: fc.integer({ min: 1, max: 200 }),
    grace: fc.integer({ min: 0, max: 120 }),
  });
  const anySpace = fc.oneof(
    fc.constant(null),
    fc.constantFrom(scheduled, live),
    time.filter((minute) => minute <= 0).map(ended),
  );

  it('does not influence the answer outside its window, and no wrong code passes', () => {
    fc.assert(
      fc.property(anyConfig, anySpace, fc.constantFrom(null, NO_PLAN), fc.string(), (window, space, reason, guess) => {
        const quest = {
          ...config,
          startsAt: at(window.start),
          endsAt: at(window.start + window.long),
          graceMinutes: window.grace,
        };
        const right = attend(quest, { code: 'Moonrise' }, of(space, reason), NOW);
        const wrong = attend(quest, { code: `${guess}!` }, of(space, reason), NOW);
        if (right.kind === 'pass') expect(named(wrong)).toBe('SECRET_CODE_WRONG');
        else expect(wrong).toEqual(right);
      }),
    );
  });

  it('counts from the start of what can be seen to the end of its grace, and at no other time', () => {
    fc.assert(
      fc.property(anyConfig, anySpace, fc.boolean(), ({ start, long, grace }, space, isReadable) => {
        const quest = { ...config, startsAt: at(start), endsAt: at(start + long), graceMinutes: grace };
        const isWindow = space === null || !isReadable;
        const inWindow = start <= 0 && start + long + grace > 0;
        const endedAt =
          space === null || space.endedAt === null ? 1 : (Date.parse(space.endedAt) - NOW.getTime()) / 60_000;
        const inSpace = space?.state === 'live' || (space?.state === 'ended' && endedAt + grace > 0);
        const { kind } = attend(quest, { code: 'moonrise' }, of(space, isReadable ? null : NO_PLAN), NOW);
        expect(kind === 'pass').toBe(isWindow ? inWindow : inSpace);
      }),
    );
  });
});

const stage = (space: MicroblogSpace | null, change: Partial<MicroblogStage> = {}): MicroblogStage => ({
  ...{ space, reason: null, accountId, isHost: false, isSpeaker: false, isComplete: true },
  ...change,
});

describe('speaking in a Space', () => {
  it.each<[string, MicroblogStage | null, string]>([
    ['on the stage', stage(live, { isSpeaker: true }), 'pass'],
    ['a host', stage(live, { isHost: true }), 'pass'],
    ['seen on the stage of one that ended', stage(ended(-60), { isSpeaker: true }), 'pass'],
    ['seen on the stage before an outage', stage(live, { isSpeaker: true, reason: NO_PLAN }), 'pass'],
    ['not on the stage', stage(live), 'inconclusive'],
    ['too early', stage(scheduled), 'inconclusive'],
    ['not seen until the end', stage(ended(0)), 'ACTION_NOT_FOUND'],
    ['not among the speakers that are kept', stage(ended(0), { isComplete: false }), 'review'],
    ['on the stage of one with more', stage(ended(0), { isSpeaker: true, isComplete: false }), 'pass'],
    ['in none', stage(null), 'ACTION_NOT_FOUND'],
    ['in one that cannot be read', stage(null, { reason: NO_PLAN }), 'review'],
    ['in one that cannot be read any more', stage(live, { reason: NO_PLAN }), 'review'],
    ['not looked up', null, 'ACTION_NOT_FOUND'],
  ])('by an account that is %s', (_, found, expected) => {
    expect(named(speak(found))).toBe(expected);
  });

  it('waits for the start', () => {
    expect(speak(stage(scheduled))).toMatchObject({ cause: 'not_ready', retryAt: minutes(30) });
    expect(speak(stage(null, { reason: NO_PLAN }))).toEqual({ kind: 'review', detail: NO_PLAN });
  });
});

describe('hosting a Space', () => {
  const campaign = { startsAt: minutes(-60), endsAt: minutes(60) };
  const decide = (config: HostConfig, found: MicroblogStage | null, window: Parameters<typeof host>[2] = campaign) =>
    named(host(config, found, window));
  const hosted = (change: Partial<MicroblogSpace> = {}, more: Partial<MicroblogStage> = {}) =>
    stage(aSpace({ startedAt: at(-30), ...change }), { isHost: true, ...more });
  const over = { state: 'ended', endedAt: at(0) } as const;

  it.each<[string, HostConfig, MicroblogStage | null, string]>([
    ['live', {}, hosted(), 'pass'],
    ['ended', {}, hosted(over), 'pass'],
    ['of somebody else', {}, stage(live, { isSpeaker: true }), 'ACTION_NOT_FOUND'],
    ['with more hosts than are kept', {}, stage(live, { isComplete: false }), 'review'],
    ['with every keyword', { titleKeywords: ['WEEKLY', 'orbit'] }, hosted(), 'pass'],
    ['without a keyword', { titleKeywords: ['weekly', 'moon'] }, hosted(), 'ACTION_NOT_FOUND'],
    ['with enough listeners', { minListeners: 120 }, hosted(), 'pass'],
    ['with too few until now', { minListeners: 121 }, hosted(), 'inconclusive'],
    ['with too few', { minListeners: 121 }, hosted(over), 'ACTION_NOT_FOUND'],
    ['whose listeners are not reported', { minListeners: 1 }, hosted({ participants: null }), 'review'],
    ['whose listeners are not reported, and need not be', {}, hosted({ participants: null }), 'pass'],
    ['that begins with the campaign', {}, hosted({ startedAt: at(-60) }), 'pass'],
    ['before the campaign', {}, hosted({ startedAt: at(-61) }), 'ACTION_NOT_FOUND'],
    ['at the end of the campaign', {}, hosted({ startedAt: at(60) }), 'ACTION_NOT_FOUND'],
    ['that has not started', {}, stage(scheduled, { isHost: true }), 'inconclusive'],
    ['whose start is not reported', {}, hosted({ startedAt: null }), 'review'],
    ['that there is not', {}, stage(null), 'ACTION_NOT_FOUND'],
    ['that cannot be read', {}, stage(null, { reason: NO_PLAN }), 'review'],
    ['seen before an outage', { minListeners: 100 }, hosted({}, { reason: NO_PLAN }), 'pass'],
    ['with too few before an outage', { minListeners: 200 }, hosted({}, { reason: NO_PLAN }), 'review'],
    ['of another host before an outage', {}, stage(live, { reason: NO_PLAN }), 'review'],
    ['that was not looked up', {}, null, 'ACTION_NOT_FOUND'],
  ])('one %s', (_, config, found, expected) => {
    expect(decide(config, found)).toBe(expected);
  });

  it('has no bounds where the campaign has none', () => {
    const long = hosted({ startedAt: '2020-01-01T00:00:00.000Z' });
    expect(decide({}, long, { startsAt: null, endsAt: null })).toBe('pass');
  });

  it('takes each Space once for each of its hosts', () => {
    expect(host({}, hosted(), campaign)).toMatchObject({
      subjects: [{ kind: 'account', subject: `microblog/${accountId}` }],
      usesOneOf: [{ kind: 'space', subject: `microblog/1LiveSpace001/${accountId}` }],
    });
  });

  it('passes only for a host, within the campaign, with every keyword and enough listeners', () => {
    const words = fc.array(fc.constantFrom('Orbit', 'weekly', 'Moon'), { maxLength: 3 });
    const anything = fc.record({
      isHost: fc.boolean(),
      title: words,
      titleKeywords: words,
      start: fc.integer({ min: -90, max: 90 }),
      participants: fc.option(fc.integer({ min: 0, max: 3 })),
      minListeners: fc.integer({ min: 1, max: 3 }),
      reason: fc.constantFrom(null, NO_PLAN),
    });
    fc.assert(
      fc.property(anything, ({ isHost, title, titleKeywords, start, participants, minListeners, reason }) => {
        const space = { title: title.join(' ').toUpperCase(), startedAt: at(start), participants };
        const isGood =
          isHost &&
          titleKeywords.every((word) => title.includes(word)) &&
          start >= -60 &&
          start < 60 &&
          (participants ?? 0) >= minListeners;
        const decided = decide({ titleKeywords, minListeners }, hosted(space, { isHost, reason }));
        expect(decided === 'pass').toBe(isGood);
        // What cannot be read is never counted against the earner, but for the time at which it began.
        if (reason !== null && start >= -60 && start < 60) expect(['pass', 'review']).toContain(decided);
      }),
    );
  });
});

describe('the address of a Space', () => {
  it.each([
    ['https://x.com/i/spaces/1LiveSpace002', '1LiveSpace002'],
    ['https://twitter.com/i/spaces/1LiveSpace002/peek', '1LiveSpace002'],
    ['http://www.x.com/i/spaces/1Live?s=20', '1Live'],
  ])('%s has its id', (url, id) => expect(spaceIdOf(url)).toBe(id));

  it.each([
    'https://x.com/i/spaces/',
    'https://x.com/i/spaces/12345678901234',
    'https://x.com/luna/spaces/1Live',
    'https://x.com.evil.example/i/spaces/1Live',
    'https://evil.example/x.com/i/spaces/1Live',
  ])('is not %s', (spaceUrl) => {
    const type = TASK_TYPES.get('social_microblog_space_host');
    expect(validateInputs(type, {}, { spaceUrl })).toMatchObject({ ok: false, errors: [{ pointer: '/spaceUrl' }] });
  });

  it('stands for nothing without a window that ends after its start', () => {
    const type = TASK_TYPES.get('social_microblog_space_attend');
    const config = { spaceId: '1Live', code: 'Moonrise', startsAt: at(0), endsAt: at(0) };
    expect(validateConfig(type, config)).toMatchObject({ ok: false, errors: [{ pointer: '/endsAt' }] });
    expect(validateConfig(type, { ...config, endsAt: at(1) })).toMatchObject({ ok: true });
  });
});
