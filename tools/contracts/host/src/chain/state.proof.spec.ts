import fc from 'fast-check';
import { State } from './state.js';

const key = fc.constantFrom('', 'a', 'aa', 'b', 'ÿ', 'ÿÿ');
const change = fc.oneof(
  fc.record({ kind: fc.constant('set' as const), key, value: fc.nat(9) }),
  fc.record({ kind: fc.constant('delete' as const), key }),
  fc.record({ kind: fc.constant('range' as const), start: key, end: key }),
);

describe('state', () => {
  it('behaves as a sorted map whose changes can be undone in nested order', () => {
    fc.assert(
      fc.property(fc.array(fc.array(change), { maxLength: 6 }), (rounds) => {
        const state = new State();
        const map = state.map<number>();
        const model = new Map<string, number>();
        const entries = () => map.range('', 'Ā').map((name) => [name, map.get(name)]);
        const before = rounds.map((changes) => {
          const savepoint = state.savepoint();
          const content = entries();
          for (const item of changes) {
            if (item.kind === 'set') map.set(item.key, item.value);
            if (item.kind === 'delete') map.delete(item.key);
            if (item.kind === 'set') model.set(item.key, item.value);
            if (item.kind === 'delete') model.delete(item.key);
            if (item.kind === 'range') {
              const inside = [...model.keys()].filter((name) => name >= item.start && name < item.end).sort();
              expect(map.range(item.start, item.end)).toEqual(inside);
            }
          }
          expect(entries()).toEqual([...model].sort(([left], [right]) => (left < right ? -1 : 1)));
          return { savepoint, content };
        });
        for (const { savepoint, content } of before.reverse()) {
          state.rollback(savepoint);
          expect(entries()).toEqual(content);
        }
      }),
    );
  });

  it('can be restored to any snapshot, repeatedly and in any order', () => {
    const state = new State();
    const map = state.map<string>();
    map.set('kept', 'first');
    const first = state.snapshot();
    map.set('kept', 'second');
    map.set('more', 'second');
    const second = state.snapshot();
    map.delete('kept');
    state.restore(first);
    expect([map.get('kept'), map.get('more')]).toEqual(['first', undefined]);
    map.set('kept', 'changed');
    state.restore(second);
    expect([map.get('kept'), map.get('more')]).toEqual(['second', 'second']);
    state.restore(first);
    expect(map.get('kept')).toBe('first');
  });
});
