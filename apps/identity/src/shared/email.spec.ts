import fc from 'fast-check';
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

describe('the canonical form', () => {
  const texts = fc.oneof(
    fc.emailAddress(),
    fc.string({
      unit: fc.constantFrom('a', 'A', 'K', '\u212a', 'ı', 'İ', 'ﬁ', '@', '.', '"', '+', ' ', '\r', '\n', '\0'),
    }),
  );

  it('A-67 of any text is the form of itself', () => {
    fc.assert(fc.property(texts, (text) => canonicalEmail(canonicalEmail(text)) === canonicalEmail(text)));
  });

  it('A-67 is the same for an address in any case of ASCII letters', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (address) => {
        expect(canonicalEmail(address.toUpperCase())).toBe(canonicalEmail(address.toLowerCase()));
      }),
    );
  });

  it('A-67 of an address has one @, only ASCII, and no line breaks', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const canonical = canonicalEmail(text);
        fc.pre(isEmail(canonical));
        expect(canonical).toMatch(/^[!-?A-~]+@[a-z0-9.-]+$/);
        expect(canonical).not.toMatch(/[A-Z]/);
      }),
    );
  });
});

describe('isEmail', () => {
  it.each(['a@b', 'first.last+tag@mail.example.org', "o'neil@example.org"])('takes %s', (text) => {
    expect(isEmail(text)).toBe(true);
  });

  it.each([
    'a@b.org.',
    '"a b"@c.org',
    '"a"@c.org',
    'a@[192.0.2.1]',
    'a@b.org>\r\nBcc: x@y.org',
    'a@münchen.example',
    'pa\u0131nt@b.org',
    '\ufb01sh@b.org',
    'a\u200b@b.org',
  ])('A-67 refuses %j', (text) => {
    expect(isEmail(canonicalEmail(text))).toBe(false);
  });

  it('A-67 keeps addresses apart that a server may deliver to different people', () => {
    const forms = [
      'a.b@x.org',
      'ab@x.org',
      'a.b+tag@x.org',
      'a.b@x.org.uk',
      'a.b@evil-x.org',
      'a.b@xn--mnchen-3ya.org',
    ];
    expect(new Set(forms.map(canonicalEmail)).size).toBe(forms.length);
    expect(forms.filter(isEmail)).toEqual(forms);
  });

  it.each(['', 'a', '@b', 'a@', 'a@b@c', 'a b@c', 'a@-b', 'a@b..c', 'a@b\0', 'a@b\nc', `${'a'.repeat(250)}@b.org`])(
    'refuses %j',
    (text) => {
      expect(isEmail(text)).toBe(false);
    },
  );
});
