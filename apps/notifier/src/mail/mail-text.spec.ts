import fc from 'fast-check';
import { EN } from '../texts/en.js';
import { MAIL_EXAMPLES, type MailParams, type MailTemplate } from '../texts/mail-params.js';
import { mailText } from './mail-text.js';
import { showMails } from '../show-mails.js';

const APP = 'https://app.example/?a=1&b=2';

describe('mail texts', () => {
  it('have the same content in HTML and plain text', () => {
    const { subject, text, html } = mailText(EN, 'admin_created', { email: 'ann@x.example', role: 'super_admin' }, APP);
    expect(subject).toBe('Your operator account');
    expect(text).toContain('created for ann@x.example. Your role is super admin.\n\n');
    expect(text).toContain(`Sign in: ${APP}\n`);
    expect(html).toContain('<html lang="en">');
    expect(html).toContain('<p>An operator account was created for ann@x.example. Your role is super admin.</p>');
    expect(html).toContain('<a href="https://app.example/?a=1&amp;b=2">Sign in</a>');
  });

  it.each(Object.keys(MAIL_EXAMPLES) as MailTemplate[])('shows every parameter of the mail %s', (template) => {
    const { text } = mailText(EN, template, MAIL_EXAMPLES[template], APP);
    const { role: _, ...shownAsTheyAre } = { role: null, ...MAIL_EXAMPLES[template] };
    const isTime = (value: unknown) => /^\d{4}-\d\d-\d\dT/.test(String(value));
    for (const value of Object.values(shownAsTheyAre).filter((one) => !isTime(one))) {
      expect(text).toContain(String(value));
    }
    // Times are in words.
    expect(text).not.toMatch(/\dT\d/);
    expect(text).not.toMatch(/[{}]/);
  });

  it('are all printed with examples by show-mails', () => {
    const shown = JSON.parse(showMails()) as { template: string; subject: string }[];
    expect(shown.map(({ template }) => template).toSorted()).toEqual([...Object.keys(EN.mails), 'digest'].toSorted());
    expect(shown.filter(({ subject }) => subject === '' || /[{}]/.test(subject))).toEqual([]);
  });

  it('escape values that contain markup, headers, paragraphs or placeholders', () => {
    const letters = ['<', '>', '"', "'", '&', '{', '}', '#', '\r', '\n', '\0', '\u2028', 'a', ' '];
    const hostile = fc.string({ unit: fc.constantFrom(...letters) });
    const texts = {
      ...EN,
      mails: { ...EN.mails, admin_created: { subject: 's{email}', paragraphs: ['p{email}'], link: 'Open' } },
    };
    const made = (email: string) =>
      mailText(texts, 'admin_created', { email, role: 'super_admin' } satisfies MailParams['admin_created'], APP);
    const plain = made('');
    fc.assert(
      fc.property(hostile, (value) => {
        const { subject, text, html } = made(value);
        // oxlint-disable-next-line no-control-regex
        expect(subject).not.toMatch(/[\x00-\x1f\u2028]/);
        expect(text.split('\n')).toHaveLength(plain.text.split('\n').length);
        expect(html.match(/[<>"]/g)).toEqual(plain.html.match(/[<>"]/g));
      }),
    );
  });
});
