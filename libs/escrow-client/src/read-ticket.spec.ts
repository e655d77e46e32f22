import fc from 'fast-check';
import { readTicket } from './read-ticket.js';
import { TICKET } from './testing/ticket.fixture.js';
import { encodeTicket } from './ticket.js';

describe('reading a ticket', () => {
  const text = JSON.stringify(TICKET);
  const read = (changed: string) => readTicket(Buffer.from(changed));

  it('decodes an encoded ticket', () => {
    expect(readTicket(encodeTicket(TICKET))).toEqual(TICKET);
    const cw20 = { ...TICKET, asset: { cw20: { address: 'wasm1token' } }, escrow_admin: 'wasm1admin' };
    expect(readTicket(encodeTicket(cw20))).toEqual(cw20);
  });

  it.each(Object.keys(TICKET))('refuses one without %s, or with a value of another type', (field) => {
    const { [field]: _, ...rest } = TICKET as unknown as Record<string, unknown>;
    expect(read(JSON.stringify(rest))).toBeUndefined();
    const isText = ['chain_id', 'factory', 'campaign_id', 'owner', 'escrow_admin'].includes(field);
    for (const value of [true, -1, 1.5, [], {}, 2 ** 64, ...(isText ? [] : ['-1', '01', '1e3'])]) {
      expect(read(JSON.stringify({ ...TICKET, [field]: value }))).toBeUndefined();
    }
  });

  it.each([
    ['a byte order mark', `\ufeff${text}`],
    ['whitespace', text.replace(':', ': ')],
    ['a line break at the end', `${text}\n`],
    ['another order', JSON.stringify(Object.fromEntries(Object.entries(TICKET).reverse()))],
    ['a field twice', text.replace('{"v":2', '{"v":3,"v":2')],
    ['an unknown field', text.replace('}', ',"x":1}')],
    ['an escape that is not needed', text.replace('testing', '\\u0074esting')],
    ['an exponent', text.replace('"fee_bps":250', '"fee_bps":25e1')],
    ['an asset of both kinds', text.replace('"native"', '"cw20":{"address":"wasm1token"},"native"')],
    ['an asset of another kind', text.replace('"native"', '"coin"')],
    ['2^128', text.replace('"1000000"', `"${2n ** 128n}"`)],
    ['2^64 nanoseconds', text.replace(TICKET.ends_at, String(2n ** 64n))],
    ['an array', `[${text}]`],
    ['nothing', ''],
    ['null', 'null'],
  ])('refuses one with %s', (_, changed) => {
    expect(changed).not.toBe(text);
    expect(read(changed)).toBeUndefined();
  });

  it('refuses bytes that are not UTF-8', () => {
    const bytes = Buffer.from(text);
    bytes[text.indexOf('spring')] = 0xff;
    expect(readTicket(bytes)).toBeUndefined();
  });

  it('reads no two byte strings as one ticket, whichever byte changes', () => {
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(bytes);
        changed[at] = byte;
        const ticket = readTicket(changed);
        if (ticket !== undefined) expect(Buffer.from(encodeTicket(ticket))).toEqual(changed);
      }),
    );
  });
});
