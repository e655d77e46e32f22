import { isReplacedByReview, NO_FACTS, type Facts } from './facts.js';
import { TASK_TYPES } from '../../task-types/index.js';
import { integer, line, NOTHING, object, withDefault } from './json-schema.js';
import { availableType, defineTaskType, ONCE } from './task-type.js';

const now = new Date('2026-01-01T00:00:30Z');
const wallet = { chainId: 'cosmoshub-4', address: 'cosmos1a', account: '0a' };
const signedText = { account: '0a' };
const visit = { issuedAt: '2026-01-01T00:00:00.000Z', expiresAt: '2026-01-01T00:30:00.000Z', used: false };

function decide(id: string, config: object, inputs: object, facts: Partial<Facts> = {}) {
  return availableType(TASK_TYPES.get(id)).rule(
    { ...config },
    { ...inputs },
    { ...NO_FACTS, now, startsAt: null, endsAt: null, ...facts },
  );
}

describe('the rule of a task type', () => {
  it.each<[string, object, object, Partial<Facts>, string]>([
    ['engagement_daily_checkin', {}, {}, {}, 'pass'],
    ['engagement_secret_code', { code: 'Moon' }, { code: 'moon' }, {}, 'pass'],
    ['engagement_secret_code', { code: 'Moon' }, { code: 'sun' }, {}, 'SECRET_CODE_WRONG'],
    ['engagement_terms_accept', { version: '1' }, { version: '1' }, {}, 'pass'],
    ['engagement_terms_accept', { version: '2' }, { version: '1' }, {}, 'TERMS_VERSION_MISMATCH'],
    ['identity_wallet_link', {}, {}, { wallets: [wallet] }, 'pass'],
    ['identity_wallet_link', { chainIds: ['juno-1'] }, {}, { wallets: [wallet] }, 'WALLET_NOT_LINKED'],
    ['chain_wallet_connect', { chainId: 'cosmoshub-4' }, wallet, { wallets: [wallet], signedText }, 'pass'],
    ['chain_wallet_connect', { chainId: 'juno-1' }, wallet, { wallets: [wallet], signedText }, 'WALLET_NOT_LINKED'],
    ['attestation_sign', { statement: 's' }, wallet, { wallets: [wallet], signedText }, 'pass'],
    ['attestation_sign', { statement: 's' }, wallet, { wallets: [wallet] }, 'CHALLENGE_INVALID'],
    ['engagement_url_visit', { minSeconds: 10 }, {}, { visit }, 'pass'],
    ['social_launchsite_visit', { minSeconds: 60 }, {}, { visit }, 'VISIT_TOO_SHORT'],
    ['custom_form', {}, {}, {}, 'review'],
    ['content_blog_write', {}, {}, {}, 'review'],
    ['content_media_upload_ai', {}, {}, {}, 'review'],
    ['engagement_app_install', {}, {}, {}, 'review'],
    ['social_photosite_follow', {}, {}, {}, 'ACTION_NOT_FOUND'],
    [
      'social_photosite_follow',
      {},
      {},
      { photositeFollow: { accountId: '7', isFollowing: false } },
      'ACTION_NOT_FOUND',
    ],
    ['social_photosite_follow', {}, {}, { photositeFollow: { accountId: '7', isFollowing: true } }, 'pass'],
  ])('%s', (id, config, inputs, facts, expected) => {
    const outcome = decide(id, config, inputs, facts);
    expect(outcome.kind === 'fail' ? outcome.code : outcome.kind).toBe(expected);
  });

  it('passes on no fact that nobody gathered', () => {
    for (const type of TASK_TYPES.all) {
      if (type.available && Object.keys(type.facts).length > 0) {
        const { kind } = decide(type.id, type.exampleConfig, type.exampleInputs);
        const isChecked = Object.keys(type.facts).some(isReplacedByReview);
        const isReviewed = (type.facts.evidence !== undefined && !isChecked) || type.automation.level === 'review';
        expect(kind).toBe(isReviewed ? 'review' : 'fail');
      }
    }
  });

  it('reads only members of its schemas and facts that it asks for', () => {
    const parts = {
      id: 'test',
      name: 'Test',
      category: 'custom',
      automation: { level: 'automatic' },
      methods: ['manual'],
      periods: ONCE,
      config: object({ least: withDefault(integer('Least.', 0, 9), 1), hint: line('Hint.', 9) }),
      inputs: NOTHING,
      available: true,
      exampleConfig: {},
      exampleInputs: {},
    } as const;
    const rule = defineTaskType({
      ...parts,
      facts: { wallets: () => undefined },
      rule({ least, hint }, _inputs, { wallets }) {
        const [number, text]: [number, string | undefined] = [least, hint];
        return wallets.length >= number + Number(text ?? 0) ? { kind: 'pass' } : { kind: 'review' };
      },
    });
    expect(rule.available).toBe(true);
    const passIf = (value: unknown) => ({ kind: value === 9 ? 'pass' : 'review' }) as const;
    // @ts-expect-error No source is asked for the visit.
    defineTaskType({ ...parts, facts: {}, rule: (_config, _inputs, { visit }) => passIf(visit) });
    // @ts-expect-error The schema has no such member.
    defineTaskType({ ...parts, facts: {}, rule: ({ most }) => passIf(most) });
  });
});
