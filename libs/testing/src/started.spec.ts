import { started } from './started.js';

class Counter {
  count = 0;

  increment(): number {
    this.count += 1;
    return this.count;
  }

  stop(): void {
    stopped.push(this.count);
  }
}

const stopped: number[] = [];

describe('started', () => {
  describe('in a describe', () => {
    const counter = started(() => Promise.resolve(new Counter()));
    const early = (() => {
      try {
        return counter.count;
      } catch {
        return 'not started';
      }
    })();

    it('has no members while the suite is described', () => {
      expect(early).toBe('not started');
    });

    it('reads, sets and calls the members of what was started', () => {
      expect(counter.increment()).toBe(1);
      counter.count = 4;
      expect(counter.count).toBe(4);
    });
  });

  it('is stopped after the last test of its describe', () => {
    expect(stopped).toEqual([4]);
  });
});
