import {
  readCodehostCommits,
  readCodehostFork,
  readCodehostIssues,
  readCodehostPulls,
  readCodehostRepository,
  readCodehostStar,
} from '@questp/messages/integrations';
import { undescribedCalls } from '../../testing/described-calls.fixture.js';
import { changedAnswers } from '../../testing/changed-answers.fixture.js';
import { startFacts, type FactStage } from '../../testing/facts.fixture.js';

const repository = 'orbit/orbit-core';
const CORE = 80_000_001;

describe('facts of the code host', () => {
  let stage: FactStage;
  let accountId: string;
  beforeAll(async () => {
    stage = await startFacts('codehost');
  }, 60_000);
  afterAll(() => stage.stop());
  afterEach(() => {
    expect(undescribedCalls(stage.emulators, 'codehost')).toEqual([]);
  });
  beforeEach(() => stage.reset());

  const asked = (of = repository) => ({ userId: stage.userId, repository: of });
  const fork = (of?: string) => stage.service.call(readCodehostFork, asked(of));
  const pulls = (more: object = {}) =>
    stage.service.call(readCodehostPulls, { ...asked(), isMerged: false, label: null, periodFrom: null, ...more });
  const issues = (periodFrom: string | null = null) =>
    stage.service.call(readCodehostIssues, { ...asked(), periodFrom });
  const commits = (more: object = {}) =>
    stage.service.call(readCodehostCommits, { ...asked(), branch: null, periodFrom: null, ...more });

  describe('of an account that did everything', () => {
    beforeAll(async () => {
      accountId = await stage.link('earner-1');
    });

    it('report a fork, merged and open pull requests, an issue and a commit', async () => {
      expect(await fork()).toMatchObject({ value: { accountId, isForked: true } });
      expect(await pulls()).toMatchObject({ value: { accountId, count: 2 } });
      expect(await pulls({ isMerged: true })).toMatchObject({ value: { count: 1 } });
      expect(await issues()).toMatchObject({ value: { count: 1 } });
      expect(await commits()).toMatchObject({ value: { accountId, count: 1 } });
    });

    it('facts of the code host have no value if a member of an answer is missing or has another type', async () => {
      const of = { periodFrom: null };
      const changed = [
        await changedAnswers(stage, 'codehost', readCodehostRepository, { repository }),
        await changedAnswers(stage, 'codehost', readCodehostFork, asked()),
        await changedAnswers(stage, 'codehost', readCodehostPulls, { ...asked(), isMerged: false, label: null, ...of }),
        await changedAnswers(stage, 'codehost', readCodehostIssues, { ...asked(), ...of }),
        await changedAnswers(
          stage,
          'codehost',
          readCodehostCommits,
          { ...asked(), branch: null, ...of },
          { optional: ['author'] },
        ),
      ];
      expect(changed.flat()).toEqual([]);
    });

    it('facts of the code host count contributions from a given time', async () => {
      const periodFrom = '2026-03-10T00:00:00.000Z';
      expect(await pulls({ periodFrom })).toMatchObject({ value: { count: 0 } });
      expect(await issues(periodFrom)).toMatchObject({ value: { count: 0 } });
      expect(await commits({ periodFrom })).toMatchObject({ value: { count: 0 } });
    });

    it('facts of the code host count a pull request from its merge if it must be merged', async () => {
      stage.emulators.put('codehost', 'pulls', {
        ...{ repository: CORE, number: 40, author: Number(accountId), state: 'closed' },
        ...{ createdAt: '2026-03-01T00:00:00Z', mergedAt: '2026-03-20T00:00:00Z' },
      });
      const periodFrom = '2026-03-19T23:59:59.999Z';
      expect(await pulls({ periodFrom, isMerged: true })).toMatchObject({ value: { count: 1 } });
      expect(await pulls({ periodFrom })).toMatchObject({ value: { count: 0 } });
      const [searched] = stage.emulators.journal({ platform: 'codehost', route: 'search' }).slice(-1);
      expect(decodeURIComponent(searched?.path ?? '')).toContain('created:>=2026-03-19T23:59:59Z');
    });

    it('facts of the code host count commits over more than a page, and none in an empty repository', async () => {
      const inEmpty = { ...asked('orbit/empty'), branch: null, periodFrom: null };
      expect(await stage.service.call(readCodehostCommits, inEmpty)).toMatchObject({ value: { count: 0 } });
      const author = Number(accountId);
      stage.emulators.put('codehost', 'commits', ...Array.from({ length: 120 }, () => ({ repository: CORE, author })));
      expect(await commits()).toMatchObject({ value: { count: 121, isComplete: true } });
      const more = Array.from({ length: 880 }, () => ({ repository: CORE, author }));
      stage.emulators.put('codehost', 'commits', ...more);
      expect(await commits()).toMatchObject({ value: { count: 1_000, isComplete: false } });
    });

    describe('of a fork', () => {
      const FORKS = { owner: 70_000_001, parent: CORE, createdAt: '2026-02-02T00:00:00Z' };
      const rename = (name: string, more: object = {}) => {
        const [, , , own] = stage.emulators.items('codehost', 'repositories');
        stage.emulators.put('codehost', 'repositories', { ...own, name, ...more });
      };
      beforeEach(() => {
        const others = Array.from({ length: 100 }, (_, n) => ({ id: 82_000_000 + n, name: `fork-${n}`, ...FORKS }));
        stage.emulators.put('codehost', 'repositories', ...others);
      });

      it.each([
        ['by its name', () => undefined],
        ['under its present name', () => rename('renamed', { formerNames: ['earner-1/orbit-core'] })],
        ['under any name', () => rename('another')],
      ])('a fork is found beyond the newest 100 %s', async (_, change) => {
        change();
        expect(await fork()).toMatchObject({ value: { isForked: true } });
      });

      it('a fork of a fork is found', async () => {
        rename('another', { parent: 82_000_000 });
        expect(await fork()).toMatchObject({ value: { isForked: true } });
      });

      it('a fork is not denied if the account has more repositories than were read', async () => {
        const own = { owner: Number(accountId), parent: 80_000_002, createdAt: '2026-02-03T00:00:00Z' };
        rename('another');
        const others = Array.from({ length: 10 }, (__, n) => ({ id: 83_000_000 + n, name: `own-${n}`, ...own }));
        stage.emulators.put('codehost', 'repositories', ...others);
        expect(await fork()).toMatchObject({ value: { isForked: false, isComplete: false } });
      });

      it('a fork is found beside one whose owner is gone', async () => {
        stage.emulators.resetState();
        stage.emulators.put('codehost', 'repositories', { id: 83_000_000, owner: 1, name: 'gone', parent: CORE });
        expect(await fork()).toMatchObject({ value: { isForked: true } });
      });
    });

    describe('of a repository with a new name', () => {
      const starOf = (more: object = {}) => stage.service.call(readCodehostStar, { ...asked(), ...more });
      const rename = () => {
        const [core] = stage.emulators.items('codehost', 'repositories');
        stage.emulators.put('codehost', 'repositories', {
          ...{ ...core, name: 'orbit-two', formerNames: [repository] },
        });
      };
      const named = { repository: 'orbit/orbit-two', repositoryId: String(CORE) };

      it('facts follow the redirect of a repository, and return its new name', async () => {
        rename();
        expect(await stage.service.call(readCodehostRepository, { repository })).toMatchObject({ value: named });
        expect(await starOf()).toMatchObject({ value: { ...named, isStarred: true } });
        expect(await fork()).toMatchObject({ value: { ...named, isForked: true } });
        expect(await pulls()).toMatchObject({ value: { ...named, count: 2 } });
        expect(await issues()).toMatchObject({ value: { ...named, count: 1 } });
        expect(await commits()).toMatchObject({ value: { ...named, count: 1 } });
      });

      it('use the repository with the id if another one took its name', async () => {
        rename();
        const taken = { id: 81_000_000, owner: 70_000_001, name: 'orbit-core', formerNames: [] };
        stage.emulators.put('codehost', 'repositories', taken);
        expect(await starOf({ repositoryId: String(CORE) })).toMatchObject({ value: { ...named, isStarred: true } });
        expect(await starOf()).toMatchObject({ value: { repositoryId: '81000000', isStarred: false } });
      });
    });

    it('contributions are incomplete if the search ended early', async () => {
      stage.emulators.put('codehost', 'settings', { searchResults: 1 });
      expect(await pulls()).toMatchObject({ value: { count: 1, isComplete: false } });
      stage.emulators.put('codehost', 'settings', { searchResults: 0 });
      expect(await issues()).toMatchObject({ value: { count: 0, isComplete: false } });
    });

    it('contributions are hidden if others may not search those of the account', async () => {
      stage.emulators.put('codehost', 'users', { id: Number(accountId), login: 'earner-1', hidden: true });
      for (const one of [await pulls(), await issues()]) {
        expect(one).toMatchObject({ status: 'hidden', detail: expect.stringContaining('your account') as string });
      }
      stage.emulators.put('codehost', 'repositories', {
        ...stage.emulators.items('codehost', 'repositories')[3],
        parent: 80_000_002,
      });
      expect(await fork()).toMatchObject({ status: 'hidden' });
    });
  });

  describe('of an account that did nothing', () => {
    beforeAll(async () => {
      accountId = await stage.link('earner-2');
    });

    it('report no contribution', async () => {
      expect(await fork()).toMatchObject({ status: 'found', value: { accountId, isForked: false } });
      expect(await pulls()).toMatchObject({ value: { count: 0 } });
      expect(await issues()).toMatchObject({ value: { count: 0 } });
      expect(await commits()).toMatchObject({ value: { count: 0 } });
    });

    it('a repository of the same name is not taken for a fork', async () => {
      stage.emulators.put('codehost', 'repositories', { id: 81_000_000, owner: Number(accountId), name: 'orbit-core' });
      expect(await fork()).toMatchObject({ value: { isForked: false } });
    });
  });

  it('facts of the code host require a public repository', async () => {
    await stage.link('earner-2');
    for (const one of ['orbit/secret', 'orbit/gone']) {
      expect(await fork(one)).toMatchObject({ status: 'unsupported' });
      const asking = { ...asked(one), isMerged: true, label: null, periodFrom: null };
      expect(await stage.service.call(readCodehostPulls, asking)).toMatchObject({ status: 'unsupported' });
    }
  });

  it('facts of the code host require a linked account', async () => {
    stage.unlink();
    for (const one of [fork(), pulls(), issues(), commits()]) expect(await one).toMatchObject({ status: 'not_linked' });
  });

  it('the newest forks are read once for concurrent checks', async () => {
    await stage.link('earner-2');
    stage.emulators.clearJournal();
    await Promise.all(Array.from({ length: 10 }, () => fork()));
    const journal = stage.emulators.journal({ platform: 'codehost', route: 'forks' });
    expect(journal).toHaveLength(1);
  });
});
