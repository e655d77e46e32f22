import fc from 'fast-check';
import { returnTo } from './return-to.js';

const ORIGINS = ['https://app.example', 'https://studio.example:8443'];
const ROUTE = 'https://app.example/auth/callback';

describe('returnTo', () => {
  it.each(['https://app.example/quests?from=here#top', 'https://studio.example:8443/'])('takes %s', (asked) => {
    expect(returnTo(asked, ORIGINS, ROUTE)).toBe(asked);
  });

  it.each([
    'https://app.example.evil/',
    'https://app.example.evil',
    '//evil',
    String.raw`/\evil`,
    String.raw`https:\\evil`,
    'https://app.example@evil/',
    'https://app@evil',
    'https://user:pass@app.example/',
    'https://app.example./',
    'http://app.example/',
    'https://app.example:444/',
    'https://studio.example/',
    '/quests',
    'javascript:alert(1)//https://app.example',
    'data:text/html,https://app.example',
    'blob:https://app.example/0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2c01',
    'blob:https://app.example',
    'https://аpp.example/',
    '',
  ])('A-59 goes to the route instead of %s', (asked) => {
    expect(returnTo(asked, ORIGINS, ROUTE)).toBe(ROUTE);
  });

  it('A-59 keeps the origin of an address with mixed case and line breaks', () => {
    expect(returnTo('HTTPS://APP.example/%0d%0aset-cookie:a=b', ORIGINS, ROUTE)).toBe(
      'https://app.example/%0d%0aset-cookie:a=b',
    );
    expect(returnTo('https://app.example/\r\nset-cookie:a=b', ORIGINS, ROUTE)).toBe(
      'https://app.example/set-cookie:a=b',
    );
  });

  it('A-59 redirects only to the origins of the apps, for any input', () => {
    const pieces = fc.constantFrom(
      ...['https://', 'http://', '//', '/', '\\', '@', ':', '.', '#', '?', '%', '\r', '\n', '\t', ' ', '\0'],
      ...[
        'app.example',
        'APP.EXAMPLE',
        'studio.example:8443',
        'evil',
        'javascript:',
        'blob:',
        'app。example',
        '%2f',
        '..',
      ],
    );
    const texts = fc.oneof(fc.webUrl(), fc.string({ unit: pieces, maxLength: 12 }), fc.string());
    fc.assert(
      fc.property(texts, (asked) => {
        const address = returnTo(asked, ORIGINS, ROUTE);
        expect(ORIGINS).toContain(new URL(address).origin);
        expect(address).toMatch(/^https:\/\/(app\.example|studio\.example:8443)\/[!-~]*$/);
      }),
      { numRuns: 2_000 },
    );
  });
});
