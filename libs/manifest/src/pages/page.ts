import { escapeUTF8 } from 'entities';
import { ICON, STYLE } from './style.js';

export interface Page {
  title: string;
  /** Markup in which every text is escaped. */
  content: string;
  /** Further elements of the head. */
  head?: string;
}

const ICON_URL = `data:image/svg+xml;base64,${Buffer.from(ICON).toString('base64')}`;

/** A page that people look at: its language, viewport, icon and look. It loads nothing. */
export const page = ({ title, content, head = '' }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeUTF8(title)}</title>
<link rel="icon" href="${ICON_URL}">
<style>
${STYLE}</style>
${head}</head>
<body>
<main>
<h1>${escapeUTF8(title)}</h1>
${content}
</main>
</body>
</html>
`;

/** Markup of a row's cells, and the id that a link can name. */
export type Row = readonly string[] | { id: string; cells: readonly string[] };

export function table(columns: readonly string[], rows: readonly Row[]): string {
  const names = columns.map(escapeUTF8);
  const cell = (content: string, index: number) => `<td data-column="${names[index]}">${content}</td>`;
  const lines = rows.map((row) => {
    const { id, cells } = 'id' in row ? row : { id: undefined, cells: row };
    return `<tr${id === undefined ? '' : ` id="${escapeUTF8(id)}"`}>${cells.map(cell).join('')}</tr>`;
  });
  const head = names.map((name) => `<th scope="col">${name}</th>`).join('');
  return `<table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${lines.join('\n')}\n</tbody>\n</table>`;
}

/** How good the state is that a word names: its colour. */
export type Kind = 'good' | 'warning' | 'bad' | 'quiet';

export const state = (kind: Kind, word: string): string => `<span class="${kind}">${escapeUTF8(word)}</span>`;

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** A time of ISO 8601 for people: pages are the same for everyone, so it is in UTC and says so. */
export const time = (iso: string): string =>
  `<time datetime="${escapeUTF8(iso)}">${TIME.format(new Date(iso))} UTC</time>`;
