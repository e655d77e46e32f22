import { inWords } from '../texts/in-words.js';
import type { Texts } from '../texts/texts.js';
import type { MailParams, MailTemplate } from './mail-params.js';

/** A mail without its addresses; both bodies say the same. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** One line without control characters, so that no value can add a header or a paragraph. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Makes both bodies from plain paragraphs and a link; nothing in them is markup, every part may come from outside. */
export function mailText<T extends MailTemplate>(
  { language, mails }: Texts,
  template: T,
  params: MailParams[T],
  url: string,
): MailText {
  const words = (message: string) => oneLine(inWords(language, message, params));
  const mail = mails[template];
  const [subject, link] = [words(mail.subject), words(mail.link)];
  const lines = mail.paragraphs.map(words);
  return {
    subject,
    text: `${[...lines, `${link}: ${url}`].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family: sans-serif; max-width: 36em">
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<p><a href="${escapeHtml(url)}">${escapeHtml(link)}</a></p>
</body>
</html>
`,
  };
}
