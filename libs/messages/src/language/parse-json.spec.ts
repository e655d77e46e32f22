import { MAX_JSON_LEVELS, parseJson } from './parse-json.js';

const nested = (levels: number, open: string, close: string) => open.repeat(levels) + '1' + close.repeat(levels);

describe('JSON from outside', () => {
  it.each(['null', '-1.5e3', '"\\u0041\\n"', ' [ ] ', '{"a":{"b":[1,true,{"c":"d"}]}}', '"\\\\"'])(
    'is parsed as any JSON: %s',
    (text) => expect(parseJson(text)).toEqual(JSON.parse(text)),
  );

  it.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
    ['both', '{"a":[', ']}'],
  ])('is refused with %s nested too deeply', (_, open, close) => {
    const most = MAX_JSON_LEVELS / open.replace(/[^[{]/g, '').length;
    expect(parseJson(nested(most, open, close))).toBeDefined();
    expect(() => parseJson(nested(most + 1, open, close))).toThrow(SyntaxError);
    expect(() => parseJson(open.repeat(2_000_000))).toThrow(`nested more than ${MAX_JSON_LEVELS} levels deep`);
  });

  it.each(['[', '{', ']', '\\"[', '\\\\', '"'])('may have any number of %s in a string', (text) => {
    const value = text.repeat(10_000);
    expect(parseJson(JSON.stringify([value]))).toEqual([value]);
  });

  it('has as many lists beside each other as its size allows', () => {
    expect(parseJson(`[${'[],'.repeat(10_000)}[]]`)).toHaveLength(10_001);
  });

  it.each(['', '{', '[1', ']', '"', 'a[', '\\"[[', '[1]]'])('is refused where it is not JSON: %s', (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  });
});
