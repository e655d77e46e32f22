import fc from 'fast-check';
import { Probe } from './testing/probe.fixture.js';

let probe: Probe;

beforeAll(async () => {
  probe = await Probe.start();
});

const hex = (text: string) => Buffer.from(text).toString('hex');

describe('Key', () => {
  it('a key without parts is a bare name, as in Item of cw-storage-plus', () => expect(probe.ask('name')).toBe('ns'));

  it('a key prefixes name and parts with their length, except integers and the last, as in Map of cw-storage-plus', () => {
    const expected = `0002${hex('ns')}0003${hex('abc')}00000001${'0000000000000002'}${hex('xyz')}`;
    expect(probe.ask('key', 'abc', 'xyz')).toBe(expected);
  });

  it('keys of other parts differ, however the parts are cut', () => {
    const anyPart = fc.string({ maxLength: 4 });
    fc.assert(
      fc.property(anyPart, anyPart, anyPart, anyPart, (a, b, c, d) => {
        expect(probe.ask('key', a, b) === probe.ask('key', c, d)).toBe(a === c && b === d);
      }),
    );
  });
});

describe('storage', () => {
  it('storage returns a value until it is removed', () => {
    expect(probe.ask('get', 'a')).toBeNull();
    probe.run('put', 'a', 'one');
    expect(probe.ask('get', 'a')).toBe('one');
    probe.run('remove', 'a');
    expect(probe.ask('get', 'a')).toBeNull();
  });

  it('a range is read in either direction, including its start and excluding its end', () => {
    for (const key of ['k1', 'k2', 'k3', 'k33', 'l']) probe.run('put', key, `value of ${key}`);
    const entries = (...keys: string[]) => keys.map((key) => [key, `value of ${key}`]);
    expect(probe.ask('range', 'k1', 'k3', '1')).toEqual(entries('k1', 'k2'));
    expect(probe.ask('range', 'k1', 'k3', '2')).toEqual(entries('k2', 'k1'));
    expect(probe.ask('range', 'k33', 'm', '1')).toEqual(entries('k33', 'l'));
    expect(probe.ask('range', '', 'k2', '2')).toEqual(expect.arrayContaining(entries('k1')));
    expect(probe.ask('range', 'x', 'y', '1')).toEqual([]);
    expect(probe.ask('prefix', 'k')).toEqual(entries('k1', 'k2', 'k3', 'k33'));
    expect(probe.ask('prefix', 'k3')).toEqual(entries('k3', 'k33'));
    expect(probe.ask('after', 'k3')).toEqual(expect.arrayContaining(entries('k33', 'l')));
    expect(probe.ask('after', 'k3')).not.toEqual(expect.arrayContaining(entries('k3')));
  });

  it.each([
    ['61', '62'],
    ['61ff', '62'],
    ['6100', '6101'],
    ['00ffff', '01'],
    ['fe', 'ff'],
  ])('the keys that begin with %s end before %s', (prefix, end) => expect(probe.ask('prefix_end', prefix)).toBe(end));

  it('a prefix that no key follows has no end', () => {
    expect(() => probe.ask('prefix_end', 'ffff')).toThrow('no key lies behind this prefix');
  });
});

describe('Chunks', () => {
  it('chunks are read one by one, or on from one of them, in the order of their numbers', () => {
    for (const number of ['0', '1', '2', '256', '65536']) probe.run('chunk', number, `chunk ${number}`);
    probe.run('chunk', '1', 'chunk 1 again');
    expect(probe.ask('chunk', '1')).toBe('chunk 1 again');
    expect(probe.ask('chunk', '3')).toBeNull();
    expect([probe.ask('chunk_count', '7'), probe.ask('chunk_count', '8')]).toEqual([65537, 0]);
    expect(probe.ask('chunks', '1')).toEqual(['chunk 1 again', 'chunk 2', 'chunk 256', 'chunk 65536']);
  });
});

describe('records', () => {
  it('records return every kind of value', () => {
    const long = 'x'.repeat(300);
    expect(probe.ask('records', 'short', long)).toEqual([
      ...[1, 2, 3, 4, ((6n << 64n) | 5n).toString(), true, 'short', long],
      ...[null, 'short', 0, 8, long, true],
      // A field that was added later: absent, then there.
      ...[0, 9],
    ]);
  });

  it('a record panics when it is read past its end, and when a text is longer than its prefix can express', () => {
    expect(() => probe.ask('records', 'a', 'b', 'read on')).toThrow('corrupt record');
    expect(() => probe.ask('records', 'x'.repeat(256), 'b')).toThrow('text too long for its length prefix');
  });
});
