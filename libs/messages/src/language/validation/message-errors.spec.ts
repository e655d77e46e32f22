import {
  AnyObject,
  HttpsUrl,
  Line,
  ListOf,
  ListOfText,
  Nested,
  OneOf,
  Text,
  TextListMap,
  TextMap,
  Time,
  Whole,
  partial,
} from '../fields/index.js';
import { isUnderstood, messageErrors, readMessage } from './message-errors.js';

class Choice {
  @Text({ max: 5 })
  text!: string;

  @Whole({ min: 0, max: 9, default: 1 })
  weight!: number;
}

class Question {
  @Text({ max: 20 })
  title!: string;

  @ListOf(() => Choice)
  choices!: Choice[];
}

class Quiz {
  @Nested(() => Question)
  first!: Question;

  @ListOf(() => Question, { optional: true })
  others?: Question[];

  @Text({ optional: true, nullable: true, default: 'none' })
  note?: string | null;
}

const question = { title: 'Which?', choices: [{ text: 'a', weight: 1 }] };
const found = (value: unknown) => messageErrors(Quiz, value).map(({ pointer, code }) => `${pointer} ${code}`);
const parsed = (json: string): unknown => JSON.parse(json);

describe('messageErrors', () => {
  it('reports no errors for a valid message', () => {
    expect(found({ first: question, others: [question], note: null })).toEqual([]);
  });

  it.each([null, [], 'x', 1, true, undefined])('refuses %j, which is no object', (value) => {
    expect(found(value)).toEqual([' TYPE']);
  });

  it('reports each invalid member at any depth by pointer, code and sentence', () => {
    const bad = { title: 7, choices: [{ text: 'a' }, { text: 'abcdef', weight: 10 }, 'c', null, [[]]] };
    expect(found({ first: bad, others: [question, { title: 'x' }] })).toEqual([
      '/first/title TYPE',
      '/first/choices/1/text LENGTH',
      '/first/choices/1/weight RANGE',
      '/first/choices/2 TYPE',
      '/first/choices/3 TYPE',
      '/first/choices/4 TYPE',
      '/others/1/choices REQUIRED',
    ]);
    expect(messageErrors(Choice, { text: 'abcdef', weight: 1 })).toEqual([
      { pointer: '/text', code: 'LENGTH', detail: 'Must have at most 5 characters.', max: 5, unit: 'characters' },
    ]);
  });

  it('returns the limits of each invalid member as data', () => {
    class Form {
      @Line({ min: 2, max: 9 })
      line!: string;

      @Whole({ min: 1, max: 5 })
      count!: number;

      @OneOf(['a', 'b'])
      choice!: string;

      @ListOfText({ form: 'uuid', min: 1, max: 2, maxLength: 36 })
      ids!: string[];

      @ListOf(() => Choice, { max: 1 })
      choices!: Choice[];

      @AnyObject({ maxBytes: 10 })
      any!: object;

      @Time()
      time!: string;

      @HttpsUrl({ max: 30 })
      url!: string;

      @TextMap({ maxEntries: 2, maxNameLength: 9, maxLength: 30, form: 'https_url' })
      links!: Record<string, string>;
    }
    const errorsOf = (value: object) =>
      messageErrors(Form, value)
        .filter(({ code }) => code !== 'REQUIRED')
        .map((error) => ({ ...error, detail: undefined }));
    const id = '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2b11';
    expect(errorsOf({ line: 'a', count: 6, choice: 'c', ids: [], choices: [1, 2], any: { a: '123456' } })).toEqual([
      { pointer: '/line', code: 'LENGTH', min: 2, max: 9, unit: 'characters' },
      { pointer: '/count', code: 'RANGE', min: 1, max: 5 },
      { pointer: '/choice', code: 'NOT_ALLOWED', allowed: ['a', 'b'] },
      { pointer: '/ids', code: 'LENGTH', min: 1, max: 2, unit: 'items' },
      { pointer: '/choices', code: 'LENGTH', max: 1, unit: 'items' },
      { pointer: '/any', code: 'LENGTH', max: 10, unit: 'bytes' },
    ]);
    expect(
      errorsOf({ line: 'a\nb', count: 1.5, choice: 7, ids: [id, 'x'], time: 'soon', url: 'http://a.example' }),
    ).toEqual([
      { pointer: '/line', code: 'FORMAT', form: 'line' },
      { pointer: '/count', code: 'TYPE', type: 'integer' },
      { pointer: '/choice', code: 'NOT_ALLOWED', allowed: ['a', 'b'] },
      { pointer: '/ids/1', code: 'FORMAT', form: 'uuid' },
      { pointer: '/time', code: 'FORMAT', form: 'moment' },
      { pointer: '/url', code: 'FORMAT', form: 'https_url' },
    ]);
    expect(errorsOf({ ids: ['x'.repeat(37)], url: `https://${'a'.repeat(30)}` })).toEqual([
      { pointer: '/ids/0', code: 'LENGTH', max: 36, unit: 'characters' },
      { pointer: '/url', code: 'LENGTH', max: 30, unit: 'characters' },
    ]);
    const good = 'https://a.example';
    expect(errorsOf({ links: { docs: good, 'a/b': 'https://[' } })).toEqual([
      { pointer: '/links/a~1b', code: 'FORMAT', form: 'https_url' },
    ]);
    expect(errorsOf({ links: { docs: good, chat: `${good}/${'a'.repeat(30)}` } })).toEqual([
      { pointer: '/links/chat', code: 'LENGTH', max: 30, unit: 'characters' },
    ]);
    expect(errorsOf({ links: { docs: 7, chat: good } })).toEqual([
      { pointer: '/links/docs', code: 'TYPE', type: 'string' },
    ]);
    expect(errorsOf({ links: { 'much too long': good } })).toEqual([{ pointer: '/links', code: 'FORMAT' }]);
  });

  it('gives one error for a member, even when it breaks several rules', () => {
    expect(found({ first: { ...question, title: '\0'.repeat(30) } })).toEqual(['/first/title CHARACTER']);
  });

  it('refuses unknown members at every depth, their names escaped as in RFC 6901', () => {
    expect(found({ first: { ...question, 'a/b~c': 1 }, extra: 1 })).toEqual([
      '/first/a~1b~0c UNKNOWN_MEMBER',
      '/extra UNKNOWN_MEMBER',
    ]);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'])(
    'is not led astray by a member %s',
    (name) => {
      expect(found(parsed(`{"${name}":{"first":{}}}`))).toEqual(['/first REQUIRED', `/${name} UNKNOWN_MEMBER`]);
      expect(found(parsed(`{"first":{"${name}":{}}}`))).toEqual([
        '/first/title REQUIRED',
        '/first/choices REQUIRED',
        `/first/${name} UNKNOWN_MEMBER`,
      ]);
    },
  );

  it('gives at most 50 errors', () => {
    const choices = Array.from({ length: 500 }, () => ({ text: 1, weight: 'x', more: 1 }));
    expect(found({ first: { title: 'x', choices } })).toHaveLength(50);
    const unknown = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`m${index}`, 1]));
    expect(found({ first: question, ...unknown })).toHaveLength(50);
  });
});

describe('isUnderstood', () => {
  it('keeps members that the class does not declare, as a later version sends them', () => {
    expect(isUnderstood(Quiz, { first: { ...question, hint: 'new' }, added: 1 })).toBe(true);
    expect(isUnderstood(Quiz, { first: { ...question, title: 1 }, added: 1 })).toBe(false);
  });
});

describe('a message that is read', () => {
  it('has what was left out filled in, at every depth, and nothing that was given changed', () => {
    expect(readMessage(Quiz, { first: { title: 'x', choices: [{ text: 'a' }, { text: 'b', weight: 0 }] } })).toEqual({
      first: {
        title: 'x',
        choices: [
          { text: 'a', weight: 1 },
          { text: 'b', weight: 0 },
        ],
      },
      note: 'none',
    });
    expect(readMessage(Quiz, { first: question, note: null })).toMatchObject({ note: null });
  });

  it('adds no member that has no default: in a change absence means to keep', () => {
    expect(Object.keys(readMessage(partial(Quiz), {}))).toEqual([]);
  });

  it('has texts in the one way in which their form writes them, each once in a list', () => {
    class Payment {
      @Text({ form: 'any_transaction_hash' })
      hash!: string;

      @ListOfText({ form: 'address' })
      addresses!: string[];
    }
    const hash = 'AB'.repeat(32);
    const copied = { hash: `https://e.example/tx/0x${hash.toLowerCase()}`, addresses: ['A1', 'a1 ', 'b2'] };
    expect(messageErrors(Payment, copied)).toEqual([]);
    expect(readMessage(Payment, copied)).toEqual({ hash, addresses: ['a1', 'b2'] });
    expect(messageErrors(Payment, { hash: 'AB', addresses: ['Aa'] })).toMatchObject([
      { pointer: '/hash', code: 'FORMAT', form: 'any_transaction_hash' },
      { pointer: '/addresses/0', code: 'FORMAT', form: 'address' },
    ]);
  });

  it('has moments in UTC, to the last digit that was given, at every depth', () => {
    class Window {
      @Time()
      from!: string;

      @Time({ optional: true, nullable: true })
      to?: string | null;

      @Text({ optional: true })
      text?: string;
    }
    class Windows {
      @ListOf(() => Window)
      windows!: Window[];
    }
    const windows = [
      { from: '2026-05-01t00:30:00.123456789+23:59', to: '2026-05-01T12:00:00Z' },
      { from: '2026-05-01T23:30:00-16:00', to: null, text: '2026-05-01T23:30:00-16:00' },
    ];
    expect(readMessage(Windows, { windows })).toEqual({
      windows: [
        { from: '2026-04-30T00:31:00.123456789Z', to: '2026-05-01T12:00:00Z' },
        { from: '2026-05-02T15:30:00Z', to: null, text: '2026-05-01T23:30:00-16:00' },
      ],
    });
  });

  it('leaves the message it was given as it is', () => {
    const message = { first: { title: 'x', choices: [{ text: 'a' }] } };
    readMessage(Quiz, message);
    expect(message).toEqual({ first: { title: 'x', choices: [{ text: 'a' }] } });
  });
});

describe('the worst a megabyte can hold', () => {
  class Everything {
    @Line({ max: 500, optional: true })
    line?: string;

    @HttpsUrl({ optional: true })
    url?: string;

    @Time({ optional: true })
    time?: string;

    @ListOfText({ optional: true })
    texts?: string[];

    @TextListMap({ maxEntries: 50, maxItems: 50, maxLength: 50, optional: true })
    map?: object;

    @ListOf(() => Choice, { optional: true })
    list?: Choice[];

    @AnyObject({ maxBytes: 1_000, optional: true })
    any?: object;
  }
  const MIB = 2 ** 20;
  const deep = (open: string, close: string) => open.repeat(MIB / 12) + close.repeat(MIB / 12);
  const message = (name: string, json: string) => parsed(`{"${name}":${json}}`);

  it.each<[string, unknown]>([
    ['a long line without an end', { line: `${'a '.repeat(MIB / 2)}\n` }],
    ['a line that fails at its last character', { line: `${'a'.repeat(499)}\n` }],
    ['a long address', { url: `https://${'a.'.repeat(MIB / 2)}` }],
    ['an address that fails at its end', { url: `https://${'a-'.repeat(1_000)}.example` }],
    ['a long moment', { time: `2026-05-01T12:00:00.${'1'.repeat(MIB)}` }],
    ['many different texts', { texts: Array.from({ length: MIB / 8 }, (_, index) => String(index)) }],
    ['many bad messages', { list: Array.from({ length: MIB / 3 }, () => ({})) }],
    ['many members', Object.fromEntries(Array.from({ length: MIB / 12 }, (_, index) => [`m${index}`, 0]))],
    ['many names in a map', { map: Object.fromEntries(Array.from({ length: MIB / 12 }, (_, i) => [`m${i}`, []])) }],
    ['lists in lists without end', message('list', deep('[', ']'))],
    ['objects in objects without end', message('any', deep('{"a":', '}').replace('}', '0}'))],
  ])('is checked at once: %s', (_, value) => {
    // CPU time in microseconds, which other processes do not affect. Non-linear validation takes 30 s.
    const before = process.cpuUsage();
    messageErrors(Everything, value);
    expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
  });
});
