import { toPointer } from './field-error.js';

describe('the pointer to a bad member', () => {
  it('is written as RFC 6901 does', () => {
    expect(toPointer(['a/b', 0, 'm~n'])).toBe('/a~1b/0/m~0n');
    expect(toPointer([])).toBe('');
  });
});
