import { canonicalEmail, isEmail } from './email.js';

describe('canonicalEmail', () => {
  it('trims and lower-cases ASCII', () => {
    expect(canonicalEmail('  Ada@Example.ORG\n')).toBe('ada@example.org');
  });

  it('folds no other letter into an ASCII one', () => {
    expect(isEmail(canonicalEmail('\u212aate@example.org'))).toBe(false);
    expect(isEmail(canonicalEmail('İda@example.org'))).toBe(false);
  });
});

describe('isEmail', () => {
  it.each(['a@b', 'first.last+tag@mail.example.org', "o'neil@example.org"])('takes %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each(['', 'a', '@b', 'a@', 'a@b@c', 'a b@c', 'a@-b', 'a@b..c', 'a@b\0', 'a@b\nc', `${'a'.repeat(250)}@b.org`])(
    'refuses %j',
    (text) => {
      expect(isEmail(text)).toBe(false);
    },
  );
});
