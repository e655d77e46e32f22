import type { Parameters } from '../oauth/parameters.js';
import type { Platform } from '../oauth/platform.js';
import { PEOPLE } from '../people.js';
import { escapeHtml, isolated, page } from './html.js';

/** Where somebody chooses an account and allows or declines what is asked for. */
export function choicePage({ rules }: Platform, asked: Parameters, scopes: readonly string[]): string {
  const hidden = Object.entries(asked).map(
    ([name, value = '']) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const choices = Object.entries(rules.authorize.choices?.(asked) ?? {}).map(([name, options]) => {
    const listed = Object.entries(options).map(
      ([value, text]) => `<option value="${escapeHtml(value)}">${escapeHtml(text)}</option>`,
    );
    return `<p><label>${escapeHtml(name)} <select name="${escapeHtml(name)}">${listed.join('')}</select></label>`;
  });
  const people = PEOPLE.map(
    (person) =>
      `<li><button name="login_hint" value="${escapeHtml(person.key)}">${isolated(person.name)}</button> ${escapeHtml(person.email ?? 'no address')}`,
  );
  return page(
    `Sign in to the emulated ${rules.title}`,
    `<p>The application asks for: ${escapeHtml(scopes.join(' ') || 'nothing but who you are')}</p>
<form>${hidden.join('')}${choices.join('')}
<p><button name="decline" value="true">Decline</button></p>
<ul>${people.join('\n')}</ul></form>`,
  );
}
