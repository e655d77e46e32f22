import { escapeUTF8 } from 'entities';
import { inWords } from '../texts/in-words.js';
import type { Texts } from '../texts/texts.js';
import type { MailParams, MailTemplate } from '../texts/mail-params.js';

/** Subject and bodies of a mail, without addresses; both bodies have the same content. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** One line without control characters, so that no value can add a header or a paragraph. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Makes a mail of a template and a link. */
export function mailText<T extends MailTemplate>(
  { language, mails }: Texts,
  template: T,
  params: MailParams[T],
  url: string,
): MailText {
  const { subject, paragraphs, link } = mails[template];
  const words = (message: string) => inWords(language, message, params);
  return layOut(language, words(subject), paragraphs.map(words), [{ words: words(link), url }]);
}

export interface Link {
  words: string;
  url: string;
}

/** Makes both bodies from plain paragraphs and links. Every part is escaped, because it may come from a user. */
export function layOut(language: string, subject: string, paragraphs: string[], links: Link[]): MailText {
  const title = oneLine(subject);
  const lines = paragraphs.map(oneLine);
  const shown = links.map(({ words, url }) => ({ words: oneLine(words), url }));
  return {
    subject: title,
    text: `${[...lines, ...shown.map(({ words, url }) => `${words}: ${url}`)].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeUTF8(title)}</title>
</head>
<body style="margin: 1rem; max-width: 36em; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere">
${[
  ...lines.map((line) => `<p>${escapeUTF8(line)}</p>`),
  ...shown.map(({ words, url }) => `<p><a href="${escapeUTF8(url)}">${escapeUTF8(words)}</a></p>`),
].join('\n')}
</body>
</html>
`,
  };
}
