import { escapeUTF8 } from 'entities';
import type { Answer } from './answer.js';

/** @param content markup in which every text is escaped */
export function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeUTF8(title)}</title>
<style>body{font:16px sans-serif;max-width:60rem;margin:2rem auto}td,th{text-align:left;padding:.2rem .8rem}bdi{unicode-bidi:isolate}</style>
<h1>${escapeUTF8(title)}</h1>\n${content}\n</html>\n`;
}

/** A text that may turn its direction, kept apart from what stands beside it. */
export const isolated = (text: string): string => `<bdi>${escapeUTF8(text)}</bdi>`;

export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><tr>${heads.map((head) => `<th>${escapeUTF8(head)}</th>`).join('')}</tr>\n${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('\n')}</table>`;

export const pageAnswer = (status: number, body: string): Answer => ({
  status,
  body,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    'cache-control': 'no-store',
  },
});
