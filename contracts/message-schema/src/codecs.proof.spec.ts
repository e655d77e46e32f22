import fc from 'fast-check';
import { AssemblyModule } from './testing/assembly-module.fixture.js';
import { compileCodecs, type Decoded } from './testing/codecs.fixture.js';
import { canonical, mutations, validMessages } from './testing/messages.fixture.js';
import { schemaValidator } from './validators.js';

const codecs = compileCodecs();
const decode = (name: string, text: string | Uint8Array): Decoded => {
  const codec = codecs.find((one) => one.name === name);
  if (!codec) throw new Error(`no codec ${name}`);
  return codec.decode(text);
};

describe.each(codecs)('The codec of $name', ({ schema, decode: decodeOne }) => {
  const isValid = schemaValidator(schema);

  it('reads every valid message and writes it in the order of the schema', () => {
    fc.assert(
      fc.property(validMessages(schema), fc.nat(4), (message, indent) => {
        const decoded = decodeOne(JSON.stringify(message, null, indent));
        expect(decoded).toHaveProperty('json');
        const { json } = decoded as { json: string };
        expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(canonical(schema, message)));
        expect(decodeOne(json)).toEqual({ json });
      }),
    );
  });

  it('accepts exactly what the schema accepts', () => {
    fc.assert(
      fc.property(validMessages(schema), (message) => {
        for (const mutation of mutations(message)) {
          const decoded = decodeOne(JSON.stringify(mutation));
          if ('json' in decoded !== isValid(mutation)) throw new Error(JSON.stringify({ mutation, decoded }));
        }
      }),
      // Each run tries every place of a message; a message of one kind takes few, one of many kinds more.
      { numRuns: 4 * (schema.oneOf?.length ?? 1) },
    );
  });
});

describe('A codec refuses, with the reason,', () => {
  it.each([
    ['an unknown field', '{"pause":{"until":"1","more":1}}', 'unknown field "more"'],
    ['an unknown message', '{"stop":{}}', 'unknown field "stop"'],
    ['a duplicate field', '{"pause":{"until":"1","until":"1"}}', 'duplicate field "until"'],
    ['a duplicate field written with escapes', '{"pause":{"until":"1","unt\\u0069l":"1"}}', 'duplicate field "until"'],
    ['a duplicate optional field that is null', '{"distribute":{"limit":null,"limit":1}}', 'duplicate field "limit"'],
    ['a missing field', '{"pause":{}}', 'missing field "until"'],
    ['null for a required field', '{"pause":{"until":null}}', 'expected a string'],
    ['a message beside the message', '{"claim":{},"cancel":{}}', 'unexpected field "cancel"'],
    ['the same message twice', '{"claim":{},"claim":{}}', 'unexpected field "claim"'],
    ['no message', '{}', 'expected one field'],
    ['a message by its bare name', '"claim"', 'expected an object'],
    ['a field in an empty message', '{"claim":{"a":1}}', 'unknown field "a"'],
    ['a number for a string', '{"pause":{"until":1}}', 'expected a string'],
    ['a string for a number', '{"distribute":{"limit":"1"}}', 'expected an integer'],
    ['a fraction', '{"distribute":{"limit":1.0}}', 'expected an integer'],
    ['an exponent', '{"distribute":{"limit":1e2}}', 'expected an integer'],
    ['a leading zero', '{"distribute":{"limit":01}}', 'expected decimal digits'],
    ['a number out of range', '{"distribute":{"limit":4294967296}}', 'integer out of range'],
    ['an instant out of range', '{"pause":{"until":"18446744073709551616"}}', 'integer out of range'],
    ['an empty address', '{"retry_failed":{"addresses":[""]}}', 'wrong length of ""'],
    ['an unknown name', '{"resolve_dispute":{"decision":"maybe"}}', 'unknown name "maybe"'],
    ['an object for an array', '{"retry_failed":{"addresses":{}}}', 'expected an array'],
    ['text behind the message', '{"claim":{}} x', 'expected the end'],
    ['half a message', '{"pause":{"until":"1"', 'expected a comma'],
    ['nothing', '', 'expected an object'],
  ])('%s', (_, text, refused) => {
    expect(decode('EscrowExecuteMsg', text)).toEqual({ refused });
  });

  it('base64 that is not canonical', () => {
    const receive = (msg: string): string => `{"receive":{"sender":"a","amount":"1","msg":"${msg}"}}`;
    expect(decode('EscrowExecuteMsg', receive('AA=='))).toEqual({ json: receive('AA==') });
    for (const msg of ['AB==', 'AA', 'AA=', 'AA==\\n', 'A_==']) {
      expect(decode('EscrowExecuteMsg', receive(msg))).toHaveProperty('refused');
    }
  });

  it('text that is not UTF-8', () => {
    const text = Buffer.from('{"dispute":{"reason":"\xff"}}', 'latin1');
    expect(decode('EscrowExecuteMsg', text)).toEqual({ refused: 'malformed string' });
  });
});

describe('A codec', () => {
  it('takes null and absent alike for an optional field', () => {
    expect(decode('EscrowExecuteMsg', '{"distribute":{"limit":null}}')).toEqual({ json: '{"distribute":{}}' });
    expect(decode('EscrowExecuteMsg', '{"distribute":{}}')).toEqual({ json: '{"distribute":{}}' });
  });

  it('reads a batch of 2,000 entries', () => {
    const entries = Array.from({ length: 2000 }, (_, i) => ({ address: `wasm1${i}`, points: String(i) }));
    const json = JSON.stringify({ commit_allocations: { version: 1, entries } });
    expect(decode('EscrowExecuteMsg', json)).toEqual({ json });
  });

  it('counts the length of an address in code points, as JSON Schema does', () => {
    const retry = (address: string): string => JSON.stringify({ retry_failed: { addresses: [address] } });
    expect(decode('EscrowExecuteMsg', retry('\u{1f600}'.repeat(256)))).toHaveProperty('json');
    expect(decode('EscrowExecuteMsg', retry('\u{1f600}'.repeat(257)))).toHaveProperty('refused');
  });
});

describe('A refusal', () => {
  const module = new AssemblyModule(`import { alloc, Bytes } from '@questp/std/assembly';
import { CommonError, FactoryError, refusal } from '@questp/message-schema/assembly';
export function allocate(size: usize): usize { return alloc(size); }
export function plain(): usize { return refusal(CommonError.Paused); }
export function detailed(start: usize, length: u32): usize {
  return refusal(FactoryError.InvalidConfig, Bytes.of(start, length));
}`);

  it('has the code, its text and the detail', () => {
    expect(module.text(module.call('plain'))).toBe('{"error":"paused: a pause blocks this"}');
    const detail = Buffer.from('a "field"');
    expect(module.text(module.call('detailed', module.place(detail), detail.length))).toBe(
      '{"error":"invalid_config: a field of the configuration is out of bounds (a \\"field\\")"}',
    );
  });
});
