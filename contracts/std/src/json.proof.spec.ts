import fc from 'fast-check';
import { TestModule } from './testing/module.fixture.js';

type Input = string | Uint8Array;
let json: TestModule;

beforeAll(async () => {
  json = await TestModule.load('json');
});

/** What a function of the module makes of a text: the text it writes, or why it refuses. */
function read(name: string, input: Input, ...more: bigint[]): { json?: string; failure?: string } {
  const rewritten = json.text(name, input, ...more);
  const failure = json.text('failure');
  expect(rewritten === undefined || failure === undefined).toBe(true);
  return failure === undefined ? { json: rewritten } : { failure };
}

const accepts = (input: Input) => read('skip', input).failure === undefined;
const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'));

describe('JsonReader', () => {
  // The classes of nst/JSONTestSuite.
  it.each([
    ...[
      '[]',
      '{}',
      '[1]',
      '[ ]',
      '[[]   ]',
      ' [1] ',
      '\t\r\n[1]\n',
      '""',
      'true',
      'false',
      'null',
      '42',
      '[null, 1, "1", {}]',
    ],
    ...['[0]', '[-0]', '[-1]', '[0e1]', '[0e+1]', '[1E-2]', '[1E22]', '[123.456e78]', '[20e1]', '[-123]'],
    ...[
      '["\\u0060\\u012a\\u12AB"]',
      '["\\uD801\\udc37"]',
      '["\\"\\\\\\/\\b\\f\\n\\r\\t"]',
      '["\\u0000"]',
      '["\u007f"]',
    ],
    ...[
      '["ü€𝄞"]',
      '["\u2028\u2029\ufeff"]',
      '{"":0}',
      '{"a":[{"b":{}}]}',
      '{"a":1,"b":2}',
      `${'['.repeat(16)}${']'.repeat(16)}`,
    ],
  ])('the reader accepts %s', (text) => expect(accepts(text)).toBe(true));

  it.each([
    ...[
      '',
      ' ',
      '[',
      ']',
      '{',
      '}',
      '[1',
      '[1,',
      '[1,]',
      '[,1]',
      '[,]',
      '[1,,2]',
      '[1 2]',
      '[1]x',
      '[1]]',
      '[1],',
      '1 2',
    ],
    ...[
      '{"a"',
      '{"a":',
      '{"a":1',
      '{"a":1,',
      '{"a":1,}',
      '{,}',
      '{"a" 1}',
      '{"a"::1}',
      '{a:1}',
      "{'a':1}",
      '{1:1}',
      '{"a":1 "b":2}',
      '{"a":1}}',
      '{"a"}',
      '{[1]}',
    ],
    ...[
      '[1}',
      '{"a":1]',
      '[01]',
      '[-01]',
      '[+1]',
      '[-]',
      '[--1]',
      '[.5]',
      '[1.]',
      '[1.e1]',
      '[1e]',
      '[1e+]',
      '[0x1]',
      '[1a]',
      '[1_0]',
      '[NaN]',
      '[Infinity]',
      '[１]',
    ],
    ...[
      'tru',
      'True',
      'truex',
      'nul',
      'nullx',
      'fals',
      '[truefalse]',
      'undefined',
      '// c\n1',
      '/**/1',
      '#1',
      '[1]\0',
      '\ufeff[]',
      '\u00a0[]',
      '\f[]',
      '\v1',
    ],
    ...[
      '"',
      '"a',
      "'a'",
      '"\\"',
      '"\\x41"',
      '"\\a"',
      '"\\u"',
      '"\\u12"',
      '"\\u12G4"',
      '"\\U0041"',
      '"\\ud800"',
      '"\\udc00"',
      '"\\ud800\\ud800"',
      '"\\ud800x"',
      '"\\ud800\\n"',
      '"\\udc00\\ud800"',
      '"\\u+123"',
    ],
    ...['"\n"', '"\t"', '"\0"', '"\u001f"', '"\\n\n"', '{"a\n":1}', `${'['.repeat(17)}${']'.repeat(17)}`],
  ])('the reader refuses %j', (text) => expect(accepts(text)).toBe(false));

  it.each([
    ['overlong', '22c0af22'],
    ['a surrogate', '22eda08022'],
    ['cut short', '22e28222'],
    ['a lone continuation', '228022'],
    ['above U+10FFFF', '22f490808022'],
    ['overlong behind an escape', '225c6ec0af22'],
    ['in a name', '7b22ff223a317d'],
    ['outside a string', 'ff'],
    ['UTF-16', 'fffe5b005d00'],
  ])('the reader refuses invalid UTF-8: %s', (_name, hex) => expect(accepts(bytes(hex))).toBe(false));

  it('the reader finds every escaped character, wherever it is in a long string', () => {
    for (let code = 0; code < 0x100; code++) {
      const character = String.fromCharCode(code);
      const isPlain = code >= 0x20 && character !== '"' && character !== '\\';
      for (let at = 0; at < 17; at++) {
        const text = `"${'x'.repeat(at)}${character}${'y'.repeat(20)}"`;
        expect([at, code, accepts(text)]).toEqual([at, code, isPlain]);
      }
    }
  });

  it('the reader survives the deepest nesting', () => expect(accepts('['.repeat(100_000))).toBe(false));

  it("agrees with the platform's parser on any JSON and on what one changed byte makes of it", () => {
    const anyText = fc.json({ maxDepth: 4, noUnicodeString: false });
    fc.assert(
      fc.property(anyText, fc.nat(), fc.constantFrom(...'{}[]:,"\\0123eE.+- tn\u0001'), (text, at, character) => {
        const changed = text.slice(0, at % text.length) + character + text.slice((at % text.length) + 1);
        for (const candidate of [text, changed]) expect(accepts(candidate)).toBe(platformAccepts(candidate));
      }),
      { numRuns: 3000 },
    );
  });

  it('gives the text of a string as the platform does, and the writer writes it as the platform reads it', () => {
    const anyStrings = fc.array(fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(anyStrings, (strings) => {
        for (const text of [JSON.stringify(strings), JSON.stringify(strings, null, 2), escapeAll(strings)]) {
          expect(JSON.parse(read('strings', text).json ?? '')).toEqual(strings);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['[0,1,18446744073709551615]', 2n ** 64n - 1n, { json: '[0,1,18446744073709551615]' }],
    ['[18446744073709551616]', 2n ** 64n - 1n, { failure: 'integer out of range' }],
    ['[99999999999999999999999999999999999999999]', 2n ** 64n - 1n, { failure: 'expected decimal digits' }],
    ['[255]', 255n, { json: '[255]' }],
    ['[256]', 255n, { failure: 'integer out of range' }],
    ['[-1]', 255n, { failure: 'expected an integer' }],
    ['[1.0]', 255n, { failure: 'expected an integer' }],
    ['[1e1]', 255n, { failure: 'expected an integer' }],
    ['[1E1]', 255n, { failure: 'expected an integer' }],
    ['["1"]', 255n, { failure: 'expected an integer' }],
    ['[null]', 255n, { failure: 'expected an integer' }],
    ['[01]', 255n, { failure: 'expected decimal digits' }],
  ])('reads the integers %s up to %s', (text, max, outcome) => expect(read('integers', text, max)).toEqual(outcome));

  const MAX_128 = (2n ** 128n - 1n).toString();

  it.each([
    ['amounts', `["0","${MAX_128}"]`, { json: `["0","${MAX_128}"]` }],
    ['amounts', `["${2n ** 128n}"]`, { failure: 'expected decimal digits' }],
    ['amounts', '["01"]', { failure: 'expected decimal digits' }],
    ['amounts', '[""]', { failure: 'expected decimal digits' }],
    ['amounts', '["-1"]', { failure: 'expected decimal digits' }],
    ['amounts', '[1]', { failure: 'expected a string' }],
    ['instants', '["1571797419879305533"]', { json: '["1571797419879305533"]' }],
    ['instants', `["${2n ** 64n}"]`, { failure: 'integer out of range' }],
    ['instants', '["1.5"]', { failure: 'expected decimal digits' }],
    ['instants', '[1571797419879305533]', { failure: 'expected a string' }],
    ['binaries', '["","AAEC/w=="]', { json: '["","AAEC/w=="]' }],
    ['binaries', '["AAEC/x=="]', { failure: 'expected base64' }],
    ['flags', '[true,false,null]', { json: '[true,false,null]' }],
    ['flags', '[1]', { failure: 'expected a boolean' }],
    ['flags', '["true"]', { failure: 'expected a boolean' }],
    ['strings', '{}', { failure: 'expected an array' }],
    ['record', '[]', { failure: 'expected an object' }],
  ])('reads %s from %s', (name, text, outcome) => expect(read(name, text)).toEqual(outcome));

  it.each([
    ['{"name":"a"}', { json: '{"name":"a","note":null}' }],
    ['{"note":null,"name":"a"}', { json: '{"name":"a","note":null}' }],
    ['{ "note" : "b" , "n\\u0061me" : "" }', { json: '{"name":"","note":"b"}' }],
    ['{"note":"b"}', { failure: 'missing field "name"' }],
    ['{}', { failure: 'missing field "name"' }],
    ['{"name":"a","nam":1}', { failure: 'unknown field "nam"' }],
    ['{"name":"a","name,note":1}', { failure: 'unknown field "name,note"' }],
    ['{"name":"a","":1}', { failure: 'unknown field ""' }],
    ['{"name":"a","name":"a"}', { failure: 'duplicate field "name"' }],
    ['{"name":"a","n\\u0061me":"a"}', { failure: 'duplicate field "name"' }],
    ['{"name":null}', { failure: 'expected a string' }],
    ['{"name":"a"}{}', { failure: 'expected the end' }],
    [`{"${'x'.repeat(65)}":1}`, { failure: 'unknown field' }],
  ])('the reader takes %s for an object of known members, each once', (text, outcome) => {
    expect(read('record', text)).toEqual(outcome);
  });
});

function platformAccepts(text: string): boolean {
  try {
    JSON.parse(text);
    // The platform takes lone surrogates for text.
    return !/"(?:[^"\\]|\\.)*\\u[dD][89a-fA-F]/.test(text) || !hasLoneSurrogate(JSON.parse(text));
  } catch {
    return false;
  }
}

function hasLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return /\p{Surrogate}/u.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]) => hasLoneSurrogate(name) || hasLoneSurrogate(member));
}

/** Every UTF-16 unit as \uXXXX. */
function escapeAll(strings: string[]): string {
  const unit = (code: number) => `\\u${code.toString(16).padStart(4, '0')}`;
  const escaped = strings.map((string) =>
    string
      .split('')
      .map((character) => unit(character.charCodeAt(0)))
      .join(''),
  );
  return `[${escaped.map((string) => `"${string}"`).join(',')}]`;
}
