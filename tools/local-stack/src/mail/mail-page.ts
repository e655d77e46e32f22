import { escapeUTF8 } from 'entities';
import type { Mail } from './mail.js';

/** The mails as a plain page; their content is shown as text, never as markup. */
export function mailPage(mails: Mail[], hasTemplates: boolean): string {
  const rows = mails.map(
    (mail) =>
      `<details><summary>${escapeUTF8(mail.receivedAt)} &rarr; ${escapeUTF8(mail.to.join(', '))}: <b>${escapeUTF8(
        mail.subject,
      )}</b></summary><pre>${escapeUTF8(mail.text || mail.html)}</pre><a href="/mails/${mail.id}">JSON</a></details>`,
  );
  const list = rows.length > 0 ? rows.join('\n') : '<p>No mail yet.</p>';
  return `<!doctype html><meta charset="utf-8"><title>Mails</title>
<style>body{font:16px sans-serif;max-width:60rem;margin:2rem auto}pre{white-space:pre-wrap;background:#f4f4f4;padding:1rem}</style>
<h1>Mails</h1>\n${list}\n${hasTemplates ? '<p><a href="/templates">All templates</a></p>\n' : ''}`;
}
