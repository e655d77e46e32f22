import { page } from '@questp/manifest/pages';
import { escapeUTF8 } from 'entities';
import type { Parameters } from './parameters.js';
import type { Platform } from './rules.js';
import { PEOPLE } from '../people.js';
import { isolated } from '../http/html.js';

/** The page on which a person chooses an account and allows or declines the request. */
export function choicePage(platform: Platform, asked: Parameters, scopes: readonly string[]): string {
  const { rules, signIn } = platform;
  const hidden = Object.entries(asked).map(
    ([name, value = '']) => `<input type="hidden" name="${escapeUTF8(name)}" value="${escapeUTF8(value)}">`,
  );
  const choices = Object.entries(signIn.authorize.choices?.(asked, platform) ?? {}).map(([name, options]) => {
    const listed = Object.entries(options).map(
      ([value, text]) => `<option value="${escapeUTF8(value)}">${escapeUTF8(text)}</option>`,
    );
    return `<p><label>${escapeUTF8(name)} <select name="${escapeUTF8(name)}">${listed.join('')}</select></label>`;
  });
  const people = PEOPLE.map(
    (person) =>
      `<li><button name="login_hint" value="${escapeUTF8(person.key)}">${isolated(person.name)}</button> ${escapeUTF8(person.email ?? 'no address')}`,
  );
  return page({
    title: `Sign in to the emulated ${rules.title}`,
    content: `<p>The application asks for: ${escapeUTF8(scopes.join(' ') || 'nothing but who you are')}</p>
<form>${hidden.join('')}${choices.join('')}
<p><button name="decline" value="true">Decline</button></p>
<ul>${people.join('\n')}</ul></form>`,
  });
}
