import { page } from '@questp/manifest/pages';
import { escapeUTF8 } from 'entities';

export interface MailTemplate {
  template: string;
  subject: string;
  text: string;
  html: string;
}

const STYLE = `<style>
iframe {
  box-sizing: border-box;
  width: 100%;
  height: 20rem;
  border: 1px solid var(--line);
}
</style>
`;

/** A preview of each mail, in a frame that runs no scripts. */
export const templatesPage = (templates: MailTemplate[]): string =>
  page({
    title: 'Mail templates',
    head: STYLE,
    content: `<p><a href="/">Mails</a></p>
${templates.map(preview).join('\n')}`,
  });

const preview = ({
  template,
  subject,
  text,
  html,
}: MailTemplate): string => `<h2>${escapeUTF8(template)}: ${escapeUTF8(subject)}</h2>
<iframe sandbox title="${escapeUTF8(template)}" srcdoc="${escapeUTF8(html)}"></iframe>
<pre>${escapeUTF8(text)}</pre>`;
