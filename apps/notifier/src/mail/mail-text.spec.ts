import fc from 'fast-check';
import { mailText } from './mail-text.js';
import { adminCreatedMail } from './templates/admin-created.js';
import { adminSignInLockedMail } from './templates/admin-sign-in-locked.js';

const APP = 'https://app.example/?a=1&b=2';

describe('mail texts', () => {
  it('say the same in HTML and plain text', () => {
    const { subject, text, html } = adminCreatedMail(
      { adminId: 'x', email: 'ann@x.example', role: 'super_admin' },
      APP,
    );
    expect(subject).toBe('Your operator account');
    expect(text).toContain('made for ann@x.example. Your role is super admin.\n\n');
    expect(text).toContain(`Sign in: ${APP}\n`);
    expect(html).toContain('<p>An operator account was made for ann@x.example. Your role is super admin.</p>');
    expect(html).toContain('<a href="https://app.example/?a=1&amp;b=2">Sign in</a>');
  });

  it('warn of a locked sign-in with the address and the time', () => {
    const lockedUntil = '2026-01-01T00:15:00.000Z';
    const locked = { adminId: 'x', email: 'ann@x.example', ip: '203.0.113.9', lockedUntil };
    const { text } = adminSignInLockedMail(locked, APP);
    expect(text).toContain('203.0.113.9');
    expect(text).toContain(lockedUntil);
  });

  it('let no value become markup, a header or a paragraph of its own', () => {
    const hostile = fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '\r', '\n', '\0', '\u2028', 'a', ' ') });
    fc.assert(
      fc.property(hostile, (value) => {
        const link = { label: 'Open', url: APP };
        const { subject, text, html } = mailText({ subject: `s${value}`, paragraphs: [`p${value}`], link });
        const plain = mailText({ subject: 's', paragraphs: ['p'], link });
        // oxlint-disable-next-line no-control-regex
        expect(subject).not.toMatch(/[\x00-\x1f\u2028]/);
        expect(text.split('\n')).toHaveLength(plain.text.split('\n').length);
        expect(html.match(/[<>"]/g)).toEqual(plain.html.match(/[<>"]/g));
      }),
    );
  });
});
