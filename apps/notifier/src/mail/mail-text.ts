/** A mail without its addresses; both bodies say the same. No mail carries a secret. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

export interface MailParts {
  subject: string;
  paragraphs: string[];
  link: { label: string; url: string };
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** One line without control characters, so that no value can add a header or a paragraph. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

/** Makes both bodies from plain paragraphs and a link; nothing in them is markup, every part may come from outside. */
export function mailText({ subject, paragraphs, link }: MailParts): MailText {
  const lines = paragraphs.map(oneLine);
  const title = oneLine(subject);
  return {
    subject: title,
    text: `${[...lines, `${link.label}: ${link.url}`].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="font-family: sans-serif; max-width: 36em">
${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n')}
<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>
</body>
</html>
`,
  };
}
