import { KEY_ALGORITHMS, type Chain } from './chain.js';

interface FieldRule {
  accepts(value: unknown): boolean;
  expected: string;
  optional?: true;
}

const text = (pattern: RegExp, expected: string): FieldRule => ({
  accepts: (value) => typeof value === 'string' && pattern.test(value),
  expected,
});

const MAX_REST_URLS = 5;

function isRestUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  const isPlain = (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
  return isPlain && /^[!-~]+$/.test(value) && !/[?#]|\/$/.test(value);
}

const FIELD_RULES: Record<keyof Chain, FieldRule> = {
  // 50 is CometBFT's limit. Chain id and family are lines of a signed text, so neither may contain a line break.
  chainId: text(
    /^[A-Za-z0-9][A-Za-z0-9_.-]{0,49}$/,
    '1 to 50 letters, digits, "-", "_" or ".", as the chain states it',
  ),
  name: text(/^\P{C}{1,64}$/u, '1 to 64 printable characters'),
  family: text(/^[A-Za-z0-9][A-Za-z0-9 .-]{0,31}$/, '1 to 32 letters, digits, spaces, "." or "-"'),
  bech32Prefix: text(/^[a-z][a-z0-9]{0,31}$/, '1 to 32 lower-case letters or digits, a letter first'),
  keyAlgorithm: {
    accepts: (value) => KEY_ALGORITHMS.some((algorithm) => algorithm === value),
    expected: `one of ${KEY_ALGORITHMS.join(', ')}`,
  },
  coinType: {
    accepts: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 31,
    expected: 'an integer from 0 to 2147483647',
  },
  signIn: { accepts: (value) => typeof value === 'boolean', expected: 'true or false' },
  restUrls: {
    accepts: (value) =>
      Array.isArray(value) && value.length >= 1 && value.length <= MAX_REST_URLS && value.every(isRestUrl),
    expected: `1 to ${MAX_REST_URLS} http(s) URLs without credentials, query, fragment or a slash at the end`,
    optional: true,
  },
};

/** The problems of a configured chain entry, one sentence per bad field; empty: it is a valid {@link Chain}. */
export function problemsOf(entry: unknown): string[] {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return ['must be an object'];
  const fields = new Map<string, unknown>(Object.entries(entry));
  const bad = Object.entries(FIELD_RULES)
    .filter(([name, rule]) => !(rule.optional && !fields.has(name)) && !rule.accepts(fields.get(name)))
    .map(([name, rule]) => `${name} ${fields.has(name) ? 'must be' : 'is missing, it must be'} ${rule.expected}`);
  const unknown = [...fields.keys()].filter((name) => !Object.hasOwn(FIELD_RULES, name));
  return [...bad, ...unknown.map((name) => `${JSON.stringify(name)} is not a known field`)];
}
