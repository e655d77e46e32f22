import { readFileSync } from 'node:fs';
import { checkMainnetLimits, DEFAULTS, parseFactoryConfig } from './factory-config.js';
import { LOCAL_CONFIG } from './local-chain.js';

const { owner, operator, ticket_signer, pauser, guardian, treasury } = LOCAL_CONFIG;
const ROLES = { owner, operator, ticket_signer, pauser, guardian, treasury };
const parse = (content: object) => parseFactoryConfig(JSON.stringify(content), 'factory.json');

describe("the factory's configuration", () => {
  it('has the mainnet defaults of the specification', () => {
    const day = 86_400;
    expect(parse(ROLES)).toEqual({
      ...ROLES,
      escrow_admin: null,
      max_fee_bps: 1000,
      cw20_code_checksums: [],
      limits: {
        ...{ min_challenge_secs: 3600, max_challenge_secs: 7 * day },
        ...{ min_commit_window_secs: 5 * day, max_commit_window_secs: 90 * day, min_recommit_secs: 3 * day },
        ...{ min_claim_window_secs: 30 * day, max_claim_window_secs: 365 * day },
        ...{ dispute_timeout_secs: 3 * day, max_pause_secs: day, max_commit_batch: 1000, max_distribute_batch: 250 },
      },
    });
  });

  it('merges the values of a file, and its limits one by one', () => {
    const config = parse({ ...ROLES, max_fee_bps: 250, limits: { max_commit_batch: 500 } });
    expect(config).toEqual({
      ...DEFAULTS,
      ...ROLES,
      max_fee_bps: 250,
      limits: { ...DEFAULTS.limits, max_commit_batch: 500 },
    });
  });

  it.each([
    ['lacks a role', { ...ROLES, guardian: undefined }, "must have required property 'guardian'"],
    ['has an unknown field', { ...ROLES, gardian: owner }, 'additional properties (gardian)'],
    [
      'has an unknown limit',
      { ...ROLES, limits: { max_pause: 1 } },
      'limits must NOT have additional properties (max_pause)',
    ],
    ['has text for a number', { ...ROLES, max_fee_bps: '250' }, 'max_fee_bps must be integer'],
    ['names the code id', { ...ROLES, escrow_code_id: 1 }, 'escrow_code_id comes from the chain'],
    ['is a list', [], 'not a JSON object'],
  ])('is refused when it %s', (_case, content, message) => {
    expect(() => parse(content)).toThrow(message);
  });

  it("takes the ticket signer's key from outside, unless it names another", () => {
    const rest = { owner, operator, pauser, guardian, treasury };
    const withKey = (content: object) => parseFactoryConfig(JSON.stringify(content), 'factory.json', ticket_signer);
    expect(withKey(rest)).toEqual(parse(ROLES));
    expect(withKey(ROLES)).toEqual(parse(ROLES));
    const other = { ...rest, ticket_signer: `A${ticket_signer.slice(1, -1)}A` };
    expect(() => withKey(other)).toThrow('factory.json names another ticket_signer than the given key');
  });

  it('equals the example apart from the ticket signer', () => {
    const example = readFileSync(new URL('../factory.example.json', import.meta.url), 'utf8');
    expect(parseFactoryConfig(example, 'example', ticket_signer)).toEqual({ ...LOCAL_CONFIG, max_fee_bps: 500 });
  });

  it('has the mainnet defaults or more on a mainnet', () => {
    const check = (limits: object) => () => checkMainnetLimits(parse({ ...ROLES, limits }));
    expect(check({ min_challenge_secs: 7200, max_claim_window_secs: 31 * 86_400, max_pause_secs: 1 })).not.toThrow();
    expect(check({ min_recommit_secs: 0, dispute_timeout_secs: 259_199 })).toThrow(
      'Limits are below the mainnet defaults: min_recommit_secs (0, at least 259200), dispute_timeout_secs (259199, ' +
        'at least 259200). Only a test network takes them, with --testnet.',
    );
    for (const name of ['min_challenge_secs', 'min_commit_window_secs', 'min_claim_window_secs'] as const)
      expect(check({ [name]: DEFAULTS.limits[name] - 1 })).toThrow(name);
  });

  it('is refused when it is not JSON', () => {
    expect(() => parseFactoryConfig('{', 'factory.json')).toThrow('factory.json is not JSON');
  });
});
