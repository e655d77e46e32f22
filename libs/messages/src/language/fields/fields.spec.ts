import { AnyObject, CountsOf, ListOf, ListOfOneOf, ListOfText, Nested, TextListMap, TextMap } from './composite.js';
import { fieldsOf, type MessageClass } from './field.js';
import { PROSE } from './forms.js';
import { Count, Flag, OneOf, Whole } from './scalar.js';
import { LINE } from './shown-characters.js';
import {
  AdminId,
  Amount,
  HttpsUrl,
  Id,
  Line,
  PictureUrl,
  Prose,
  Slug,
  TaskTypeId,
  Text,
  Time,
  UserId,
} from './text.js';
import { messageErrors } from '../validation/message-errors.js';

/** A class with the one member `value`. */
function classWith(decorator: PropertyDecorator): MessageClass {
  class Message {}
  decorator(Message.prototype, 'value');
  return Message;
}

class Point {
  @Whole({ min: 0, max: 9 })
  x!: number;
}

const HEX = '0123456789abcdef0123456789abcdef';
const UUID = '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b11';
const ASTRAL = '😀';
const url = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`;

const NO_ADDRESSES = [
  'https://[',
  'https://%',
  'https://a:99999/',
  'https://a.example:99999/',
  'https://a..example',
  'https://user@a.example',
  'https://a.example/a b',
];

interface Case {
  decorator: PropertyDecorator;
  taken: unknown[];
  refused: [unknown, string][];
}

const CASES: Record<string, Case> = {
  'a string': {
    decorator: Text({ min: 2, max: 4 }),
    taken: ['ab', 'abcd', 'a\nb', ASTRAL.repeat(4)],
    refused: [
      ['a', 'LENGTH'],
      ['abcde', 'LENGTH'],
      [ASTRAL, 'LENGTH'],
      [ASTRAL.repeat(5), 'LENGTH'],
      ['a\0b', 'CHARACTER'],
      ['ab\ud83d', 'CHARACTER'],
      ['\ude00ab', 'CHARACTER'],
      [12, 'TYPE'],
      [['ab'], 'TYPE'],
      [{ length: 3 }, 'TYPE'],
      [null, 'TYPE'],
    ],
  },
  'a text that is not stored': {
    decorator: Text({ max: 3, storable: false }),
    taken: ['a\0b', '\ud83d'],
    refused: [['abcd', 'LENGTH']],
  },
  'a text with a form': {
    decorator: Text({ form: 'slug' }),
    taken: ['a', 'abc'],
    refused: [
      ['', 'FORMAT'],
      ['aB', 'FORMAT'],
      ['a\n', 'FORMAT'],
    ],
  },
  'a line': {
    decorator: Line({ max: 3 }),
    taken: ['a', ' a ', ASTRAL.repeat(3), '\u2764\ufe0f', '\u{1f469}\u200d\u{1f680}'],
    refused: [
      ['', 'LENGTH'],
      ['abcd', 'LENGTH'],
      ['  ', 'FORMAT'],
      ['\u00a0', 'FORMAT'],
      ['a\nb', 'FORMAT'],
      ['a\u0085', 'FORMAT'],
      ['a\u2028b', 'FORMAT'],
      ...[
        0x00ad, 0x034f, 0x061c, 0x115f, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x202e, 0x2060, 0x2066, 0x2069,
      ]
        .concat([0x206f, 0x2800, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xe0041])
        .map((hidden): [string, string] => [`a${String.fromCodePoint(hidden)}b`, 'FORMAT']),
      ['\u2800', 'FORMAT'],
      ['\u200d\u{1f680}', 'FORMAT'],
    ],
  },
  'free text': {
    decorator: Prose({ max: 9 }),
    taken: ['a\tb\r\nc', '\u{1f469}\u200d\u{1f680}', '\u200fa', 'نمی\u200cخواهم', `${ASTRAL}\n`],
    refused: [
      ['', 'LENGTH'],
      [' \n ', 'FORMAT'],
      ['a\u0007', 'FORMAT'],
      ...[0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069].map((turning): [string, string] => [
        `a${String.fromCodePoint(turning)}b`,
        'FORMAT',
      ]),
    ],
  },
  'a slug': {
    decorator: Slug(),
    taken: ['abc', 'a-1', 'x'.repeat(40)],
    refused: [
      ['ab', 'LENGTH'],
      ['x'.repeat(41), 'LENGTH'],
      ['Abc', 'FORMAT'],
      ['a--b', 'FORMAT'],
      ['-ab', 'FORMAT'],
      ['ab-', 'FORMAT'],
    ],
  },
  'an id': {
    decorator: Id(),
    taken: [UUID, UUID.toUpperCase()],
    refused: [
      [`${UUID} `, 'FORMAT'],
      ["x' OR true", 'FORMAT'],
    ],
  },
  'the id of a user': {
    decorator: UserId(),
    taken: [`svcuser_${HEX}`, `svcuser_${HEX.toUpperCase()}`],
    refused: [
      [`svcadmin_${HEX}`, 'FORMAT'],
      [`svcuser_${HEX}0`, 'FORMAT'],
    ],
  },
  'the id of an operator': {
    decorator: AdminId(),
    taken: [`svcadmin_${HEX}`],
    refused: [[`svcuser_${HEX}`, 'FORMAT']],
  },
  'the id of a task type': {
    decorator: TaskTypeId(),
    taken: ['learn_quiz', 'abc', `a${'b'.repeat(63)}`],
    refused: [
      ['ab', 'FORMAT'],
      [`a${'b'.repeat(64)}`, 'FORMAT'],
      ['1ab', 'FORMAT'],
    ],
  },
  'a moment': {
    decorator: Time(),
    taken: [
      '2026-05-01T12:00:00Z',
      '2026-05-01T12:00:00.123456789+05:30',
      '2000-01-01T00:00:00Z',
      '2999-12-31T23:59:59Z',
      '2028-02-29T00:00:00Z',
      '2026-05-01t12:00:00z',
      '2026-05-01T12:00:00-00:00',
      '2026-05-01T12:00:00+23:59',
      '1999-12-31T23:30:00-01:00',
    ],
    refused: [
      ['2026-06-31T12:00:00Z', 'FORMAT'],
      ['2026-02-29T12:00:00Z', 'FORMAT'],
      ['2026-13-01T12:00:00Z', 'FORMAT'],
      ['2026-05-01T24:00:00Z', 'FORMAT'],
      ['2026-05-01T25:00:00Z', 'FORMAT'],
      ['2026-05-01T12:00:00+24:00', 'FORMAT'],
      ['2026-05-01T12:00:00+05:60', 'FORMAT'],
      ['2026-05-01T12:00:00+0530', 'FORMAT'],
      ['2026-05-01 12:00:00Z', 'FORMAT'],
      ['2016-12-31T23:59:60Z', 'FORMAT'],
      ['2026-05-01T12:00:60Z', 'FORMAT'],
      ['2026-05-01T12:00:00', 'FORMAT'],
      ['2026-05-01', 'FORMAT'],
      ['1999-12-31T23:59:59Z', 'FORMAT'],
      ['2000-01-01T00:00:00+01:00', 'FORMAT'],
      ['2999-12-31T23:59:59-01:00', 'FORMAT'],
      ['3000-01-01T00:00:00Z', 'FORMAT'],
      ['+275760-09-13T00:00:00Z', 'FORMAT'],
      [1_777_777_777_000, 'TYPE'],
    ],
  },
  'an https address': {
    decorator: HttpsUrl({ max: 100 }),
    taken: ['https://a.example', 'https://a.example:8443/%C3%BC?q=1#f', url(100)],
    refused: [
      [url(101), 'LENGTH'],
      ['', 'LENGTH'],
      ['http://a.example', 'FORMAT'],
      ['javascript:alert(1)', 'FORMAT'],
      ['https://user:secret@a.example', 'FORMAT'],
      ['//a.example', 'FORMAT'],
      ['https://a.example/ü', 'FORMAT'],
      ['https://a.example/%zz', 'FORMAT'],
      ...NO_ADDRESSES.map((address): [string, string] => [address, 'FORMAT']),
      ['https://localhost', 'FORMAT'],
      ['https://a.example/\ud83d', 'CHARACTER'],
    ],
  },
  'an http or https address': {
    decorator: Text({ form: 'web_url' }),
    taken: ['https://a.example', 'http://a.example:8080/x', 'https://[2001:db8::1]:443/'],
    refused: [
      ...NO_ADDRESSES.map((address): [string, string] => [address, 'FORMAT']),
      ['ftp://a.example', 'FORMAT'],
      ['https://localhost', 'FORMAT'],
    ],
  },
  'the address of an issuer': {
    decorator: Text({ form: 'issuer_url' }),
    taken: ['https://a.example/tenant', 'http://keycloak:8080/realms/one', 'http://127.0.0.1:4000'],
    refused: NO_ADDRESSES.map((address) => [address, 'FORMAT']),
  },
  'the origin of a server': {
    decorator: Text({ form: 'web_origin' }),
    taken: ['https://s3.example', 'http://minio:9000/'],
    refused: [...NO_ADDRESSES, 'https://a.example/path'].map((address) => [address, 'FORMAT']),
  },
  'the address of a mail server': {
    decorator: Text({ form: 'mail_server' }),
    taken: ['smtp://localhost:1025', 'smtps://me:a%40b:c@mail.example', 'smtp://127.0.0.1'],
    refused: ['smtp://[', 'smtp://%', 'smtp://a:99999/', 'smtp://a_b c', 'https://a.example'].map((address) => [
      address,
      'FORMAT',
    ]),
  },
  'where a picture is': {
    decorator: PictureUrl({ max: 100 }),
    taken: [url(100), '/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/image'],
    refused: [
      [url(101), 'LENGTH'],
      ['http://a.example', 'FORMAT'],
      ['https://localhost/a.png', 'FORMAT'],
      ['/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/evidence', 'FORMAT'],
      ['/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/image/', 'FORMAT'],
      ['/v1/files/../image', 'FORMAT'],
      ['/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/image?size=64', 'FORMAT'],
      ['/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/image\n', 'FORMAT'],
      ['//evil.example/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/image', 'FORMAT'],
      [7, 'TYPE'],
    ],
  },
  'an amount': {
    decorator: Amount(),
    taken: ['0', '-5', '9'.repeat(39)],
    refused: [
      ['01', 'FORMAT'],
      ['1.5', 'FORMAT'],
      ['-0.1', 'FORMAT'],
      ['1'.repeat(40), 'FORMAT'],
      [5, 'TYPE'],
    ],
  },
  'a whole number': {
    decorator: Whole({ min: -1, max: 3 }),
    taken: [-1, 0, 3],
    refused: [
      [-2, 'RANGE'],
      [4, 'RANGE'],
      [1.5, 'TYPE'],
      ['1', 'TYPE'],
      [true, 'TYPE'],
    ],
  },
  'a count': { decorator: Count(), taken: [0, -3, 2 ** 40], refused: [[0.5, 'TYPE']] },
  'a flag': {
    decorator: Flag(),
    taken: [true, false],
    refused: [
      ['true', 'TYPE'],
      [1, 'TYPE'],
    ],
  },
  'one of a set': {
    decorator: OneOf(['a', 'b']),
    taken: ['a', 'b'],
    refused: [
      ['c', 'NOT_ALLOWED'],
      [['a'], 'NOT_ALLOWED'],
      ['constructor', 'NOT_ALLOWED'],
    ],
  },
  'a message': {
    decorator: Nested(() => Point),
    taken: [{ x: 0 }],
    refused: [
      [[{ x: 0 }], 'TYPE'],
      ['x', 'TYPE'],
    ],
  },
  'a list of messages': {
    decorator: ListOf(() => Point, { min: 1, max: 2 }),
    taken: [[{ x: 0 }], [{ x: 1 }, { x: 1 }]],
    refused: [
      [[], 'LENGTH'],
      [[{ x: 0 }, { x: 0 }, { x: 0 }], 'LENGTH'],
      [{ 0: { x: 0 }, length: 1 }, 'TYPE'],
    ],
  },
  'a list of texts': {
    decorator: ListOfText({ min: 1, max: 3, maxLength: 2, form: 'prose' }),
    taken: [['a'], ['a', 'b', 'c'], [ASTRAL.repeat(2)]],
    refused: [
      [[], 'LENGTH'],
      [['a', 'b', 'c', 'd'], 'LENGTH'],
      [['abc'], 'LENGTH'],
      [['a', '\u0007'], 'FORMAT'],
      [['a', 'a'], 'DUPLICATE'],
      [['a', 1], 'TYPE'],
      [['\0'], 'CHARACTER'],
      ['a', 'TYPE'],
    ],
  },
  'a list of members of a set': {
    decorator: ListOfOneOf(['a', 'b'], { min: 1 }),
    taken: [['a'], ['b', 'a']],
    refused: [
      [[], 'LENGTH'],
      [['c'], 'NOT_ALLOWED'],
      [['a', 'a'], 'DUPLICATE'],
    ],
  },
  'any object': {
    decorator: AnyObject({ maxBytes: 20 }),
    taken: [{}, { a: [1, null] }, { a: 'b'.repeat(12) }],
    refused: [
      [[], 'TYPE'],
      ['{}', 'TYPE'],
      [{ a: 'b'.repeat(13) }, 'LENGTH'],
      [{ a: 'é'.repeat(7) }, 'LENGTH'],
    ],
  },
  'an object of texts': {
    decorator: TextMap({ maxEntries: 2, maxNameLength: 3, maxLength: 2, form: 'prose' }),
    taken: [{}, { abc: 'a', d: ASTRAL.repeat(2) }, { [ASTRAL.repeat(3)]: 'a' }],
    refused: [
      [{ a: 'a', b: 'a', c: 'a' }, 'FORMAT'],
      [{ abcd: 'a' }, 'FORMAT'],
      [{ '': 'a' }, 'FORMAT'],
      [{ 'a\n': 'a' }, 'FORMAT'],
      [{ '\ud83d': 'a' }, 'FORMAT'],
      [{ a: 'bcd' }, 'LENGTH'],
      [{ a: '\u0007' }, 'FORMAT'],
      [{ a: 1 }, 'TYPE'],
      [{ a: null }, 'TYPE'],
      [{ a: '\0' }, 'CHARACTER'],
      [[], 'TYPE'],
    ],
  },
  'an object of lists of texts': {
    decorator: TextListMap({ maxEntries: 1, maxItems: 2, maxLength: 2 }),
    taken: [{}, { a: [] }, { a: ['bc', ASTRAL.repeat(2)] }],
    refused: [
      [{ a: [], b: [] }, 'FORMAT'],
      [{ a: ['b', 'c', 'd'] }, 'FORMAT'],
      [{ a: ['bcd'] }, 'FORMAT'],
      [{ a: [1] }, 'FORMAT'],
      [{ a: 'b' }, 'FORMAT'],
      [{ a: ['\0'] }, 'FORMAT'],
      [{ '\0': [] }, 'FORMAT'],
    ],
  },
  'an object of counts': {
    decorator: CountsOf(['a', 'b']),
    taken: [{ a: 0, b: 2 }],
    refused: [
      [{ a: 0 }, 'FORMAT'],
      [{ a: 0, b: 1.5 }, 'FORMAT'],
      [{ a: 0, b: 1, c: 2 }, 'FORMAT'],
    ],
  },
};

describe.each(Object.entries(CASES))('%s', (_, { decorator, taken, refused }) => {
  const of = classWith(decorator);

  it.each(taken.map((value) => [value]))('can be %j', (value) => {
    expect(messageErrors(of, { value })).toEqual([]);
  });

  it.each(refused)('cannot be %j (%s)', (value, code) => {
    const [error, ...more] = messageErrors(of, { value });
    expect(error).toMatchObject({ code });
    // The item that is bad, where it is one.
    expect(error?.pointer).toMatch(/^\/value(\/[\da])?$/);
    expect(more).toEqual([]);
    expect(error?.detail).toMatch(/^(Must|Is|Contains|Holds|This) .+\.$/);
  });

  it('is required and not null by default otherwise', () => {
    expect(messageErrors(of, {})).toEqual([expect.objectContaining({ pointer: '/value', code: 'REQUIRED' })]);
    expect(messageErrors(of, { value: null })).toHaveLength(1);
  });
});

describe('the forms of texts', () => {
  it.each(['handle', 'repository', 'pool_id'] as const)(
    'A-72 make no %s of a path segment that leads elsewhere',
    (form) => {
      const [prefix, of] = [form === 'repository' ? 'orbit/' : '', classWith(Text({ form }))];
      for (const dots of ['.', '..'])
        expect(messageErrors(of, { value: prefix + dots })).toMatchObject([{ code: 'FORMAT' }]);
      for (const name of ['.github', '...', 'a.']) expect(messageErrors(of, { value: prefix + name })).toEqual([]);
    },
  );

  it('are read in one pass, however long the text that does not fit', () => {
    const before = process.cpuUsage();
    for (const filler of ['a', ' ', ASTRAL, '\u2764\ufe0f']) {
      expect(LINE.test(`${filler.repeat(60_000)}\u202e`)).toBe(false);
      expect(PROSE.test(`${filler.repeat(60_000)}\u202e`)).toBe(false);
    }
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(2_000);
  });
});

describe('a member', () => {
  it('may be left out when it is optional or has a default, but is then not null', () => {
    for (const options of [{ optional: true }, { default: 'a' }]) {
      const of = classWith(Text(options));
      expect(messageErrors(of, {})).toEqual([]);
      expect(messageErrors(of, { value: null })).toMatchObject([{ code: 'TYPE' }]);
    }
  });

  it('may be null when it is nullable, but is then not left out', () => {
    const of = classWith(Text({ nullable: true }));
    expect(messageErrors(of, { value: null })).toEqual([]);
    expect(messageErrors(of, {})).toMatchObject([{ code: 'REQUIRED' }]);
  });

  it('has the schema that its rules follow', () => {
    const schemaOf = (decorator: PropertyDecorator) => fieldsOf(classWith(decorator)).get('value')?.schema;
    expect(schemaOf(Text({ min: 1, max: 4, form: 'digits' }))).toEqual({
      json: { type: 'string', minLength: 1, maxLength: 4, pattern: '^[0-9]+$' },
      form: 'digits',
    });
    expect(schemaOf(Whole({ min: 0, max: 5 }))).toEqual({ json: { type: 'integer', minimum: 0, maximum: 5 } });
    expect(schemaOf(ListOf(() => Point, { max: 2 }))).toMatchObject({ list: true, more: { maxItems: 2 } });
  });
});
