import { escapeUTF8 } from 'entities';

export interface MailTemplate {
  template: string;
  subject: string;
  text: string;
  html: string;
}

/** A preview of each mail, in a frame that runs no scripts. */
export const templatesPage = (templates: MailTemplate[]): string => `<!doctype html><meta charset="utf-8">
<title>Mail templates</title>
<style>body{font:16px sans-serif;max-width:60rem;margin:2rem auto}pre,iframe{width:100%;box-sizing:border-box;white-space:pre-wrap;background:#f4f4f4;border:0;padding:1rem}iframe{height:18rem}</style>
<h1>Mail templates</h1>
${templates
  .map(
    ({ template, subject, text, html }) => `<h2>${escapeUTF8(template)}: ${escapeUTF8(subject)}</h2>
<iframe sandbox title="${escapeUTF8(template)}" srcdoc="${escapeUTF8(html)}"></iframe>
<pre>${escapeUTF8(text)}</pre>`,
  )
  .join('\n')}
`;
