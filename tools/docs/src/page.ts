export const GENERATED = '<!-- Made by tools/docs; do not edit. -->';

export const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
