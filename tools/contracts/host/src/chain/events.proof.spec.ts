import { eventGas, replyEventGas } from './events.js';

const attribute = (length: number) => ({ key: 'k', value: 'v'.repeat(length - 1) });

// wasmd x/wasm/types/gas_register_test.go, the cases of TestEventCosts and TestReplyCost.
describe('gas of events', () => {
  it('is 10 per attribute and 1 per byte beyond the first 100', () => {
    expect(eventGas([], [])).toBe(0);
    expect(eventGas([attribute(100)], [])).toBe(10);
    expect(eventGas([attribute(101)], [])).toBe(11);
    expect(eventGas([attribute(60), attribute(60)], [])).toBe(40);
  });

  it('is 20 and the bytes of its type for an event of its own, which shares the free bytes', () => {
    expect(eventGas([], [{ type: 'foo', attributes: [] }])).toBe(23);
    expect(eventGas([attribute(90)], [{ type: 'foo', attributes: [attribute(20)] }])).toBe(10 + 23 + 10 + 10);
  });

  it('handed to a reply is the bytes of the types and of all attributes together', () => {
    expect(replyEventGas([])).toBe(0);
    const event = { type: 'foo', attributes: [attribute(60)] };
    expect(replyEventGas([event, event])).toBe(6 + 20 + 20);
  });

  it('counts bytes, not characters', () => {
    expect(eventGas([{ key: 'k', value: 'é'.repeat(50) }], [])).toBe(11);
  });
});
