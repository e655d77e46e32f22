import fc from 'fast-check';
import { TestModule } from './testing/module.fixture.js';

let text: TestModule;

beforeAll(async () => {
  text = await TestModule.load('text');
});

const anyBytes = fc.uint8Array({ maxLength: 200 });
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function platformAccepts(bytes: Uint8Array): boolean {
  try {
    decoder.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

describe('countCodePoints', () => {
  it.each([
    ['', 0],
    ['quest', 5],
    ['ü€𝄞', 3],
    ['\u0000\u007f\u0080\u07ff\u0800\ud7ff\ue000\uffff\u{10000}\u{10ffff}', 10],
  ])('counts "%s"', (string, count) => expect(text.number('countCodePoints', string)).toBe(count));

  it.each([
    ['a lone continuation', '80'],
    ['overlong two bytes', 'c0af'],
    ['overlong two bytes', 'c1bf'],
    ['overlong three bytes', 'e09fbf'],
    ['overlong four bytes', 'f08fbfbf'],
    ['the first surrogate', 'eda080'],
    ['the last surrogate', 'edbfbf'],
    ['a surrogate pair', 'eda081edb080'],
    ['above U+10FFFF', 'f4908080'],
    ['a lead byte beyond', 'f5808080'],
    ['a five-byte form', 'f888808080'],
    ['ff', 'ff'],
    ['two bytes cut short', 'c3'],
    ['three bytes cut short', 'e282'],
    ['four bytes cut short', 'f09d84'],
    ['a lead byte before ASCII', 'c341'],
    ['a third byte that is none', 'e28241'],
    ['a fourth byte that is none', 'f09d8441'],
  ])('refuses %s (%s)', (_name, hex) => expect(text.number('countCodePoints', Buffer.from(hex, 'hex'))).toBe(-1));

  it('agrees with the platform on every sequence of up to three bytes around a lead byte', () => {
    const edges = [0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xff];
    for (let lead = 0x80; lead <= 0xff; lead++) {
      for (const second of edges) {
        for (const third of edges) {
          const bytes = Uint8Array.of(lead, second, third, 0x80);
          expect(text.number('countCodePoints', bytes) !== -1).toBe(platformAccepts(bytes));
        }
      }
    }
  });

  it('agrees with the platform on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (string) => {
        expect(text.number('countCodePoints', string)).toBe([...string].length);
      }),
    );
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(text.number('countCodePoints', bytes) >= 0).toBe(platformAccepts(bytes));
      }),
    );
  });
});

describe('base64', () => {
  // RFC 4648, section 10.
  it.each([
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg=='],
    ['fooba', 'Zm9vYmE='],
    ['foobar', 'Zm9vYmFy'],
  ])('writes "%s" as "%s"', (plain, encoded) => {
    expect(text.text('base64Encode', plain)).toBe(encoded);
    expect(text.text('base64Decode', encoded)).toBe(plain);
  });

  it('gives any bytes back', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const encoded = Buffer.from(bytes).toString('base64');
        expect(text.text('base64Encode', bytes)).toBe(encoded);
        expect(text.bytes('base64Decode', encoded)).toEqual(bytes);
      }),
    );
  });

  it.each([
    'Zg',
    'Zg=',
    'Zh==',
    'Zm9=',
    'Z===',
    '====',
    'Zg==Zg==',
    'Zm 9',
    'Zm9v\n',
    'Zm9-',
    'Zm9_',
    '=Zm9',
    'Zm=9',
    'é',
  ])('refuses "%s", which is not the one spelling of its value', (encoded) =>
    expect(text.bytes('base64Decode', encoded)).toBeUndefined(),
  );
});

describe('hex', () => {
  it('gives any bytes back', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const encoded = Buffer.from(bytes).toString('hex');
        expect(text.text('hexEncode', bytes)).toBe(encoded);
        expect(text.bytes('hexDecode', encoded)).toEqual(bytes);
      }),
    );
  });

  it.each(['0', 'AB', 'aB', '0g', '/0', ':0', '`0', ' a', '0x'])('refuses "%s"', (encoded) => {
    expect(text.bytes('hexDecode', encoded)).toBeUndefined();
  });
});
