import { page, time } from '@questp/manifest/pages';
import { escapeUTF8 } from 'entities';
import type { Mail } from './mail.js';

/** The mails as a plain page; their content is shown as text, never as markup. */
export function mailPage(mails: Mail[], hasTemplates: boolean): string {
  const rows = mails.map(
    ({ id, receivedAt, to, subject, text, html }) => `<details>
<summary>${escapeUTF8(subject)} <span class="quiet">to ${escapeUTF8(to.join(', '))}, ${time(receivedAt)}</span></summary>
<pre>${escapeUTF8(text || html)}</pre>
<p><a href="/mails/${id}">This mail as JSON</a></p>
</details>`,
  );
  const list = rows.length > 0 ? rows.join('\n') : '<p>No mail yet.</p>';
  const templates = hasTemplates ? '<p><a href="/templates">All templates</a></p>\n' : '';
  return page({ title: 'Mails', content: `${templates}${list}` });
}
