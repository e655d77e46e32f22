import { page, table } from '@questp/manifest/pages';
import { escapeUTF8 } from 'entities';
import { BOTS } from './messenger/bots.js';
import type { Platform } from './oauth/rules.js';
import { PEOPLE } from './people.js';
import { isolated } from './http/html.js';

const code = (text: string): string => `<code>${escapeUTF8(text)}</code>`;

/** Every emulated platform and every account. */
export function homePage(platforms: readonly Platform[]): string {
  const rows = platforms.map(({ rules, url, redirectUris, client }) => [
    escapeUTF8(rules.title),
    Object.values(rules.addresses)
      .map((path) => code(`${url()}/${path}`))
      .join('<br>'),
    code(client.id ?? ''),
    [...redirectUris].map(code).join('<br>'),
  ]);
  const withAccounts = platforms.flatMap(({ rules: { title, signIn } }) => (signIn ? [{ title, ...signIn }] : []));
  const people = PEOPLE.map((person) => [
    code(person.key),
    isolated(person.name),
    person.email ? `${escapeUTF8(person.email)}${person.isEmailVerified ? '' : ' (not verified)'}` : 'none',
    ...withAccounts.map(({ idOf }) => code(idOf(person))),
  ]);
  const bots = BOTS.map(({ token, name, username }) => [code(token), isolated(name), code(username)]);
  return page({
    title: 'Emulated platforms',
    content: `${table(['Platform', 'Addresses', 'Client', 'Sends people back to'], rows)}
<p>An address of a real platform is here behind that of the emulator: <code>https://api.x.com/2/users/me</code> at
${code(`${platforms[0]?.url()}/api.x.com/2/users/me`)}. An address to sign in at takes <code>login_hint=&lt;key&gt;</code>
or <code>decline=true</code>, which answers without a page. Faults: <code>POST /control/faults</code>. What platforms
have: <code>/control/&lt;platform&gt;/&lt;collection&gt;</code>. What was asked: <code>GET /control/journal</code>.</p>
<h2>Accounts</h2>
${table(['Key', 'Name', 'Address', ...withAccounts.map(({ title }) => `Id: ${title}`)], people)}
<h2>Bots</h2>
${table(['Token', 'Name', 'Username'], bots)}`,
  });
}
