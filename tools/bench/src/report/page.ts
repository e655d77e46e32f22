import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '@questp/testing';
import { format } from 'oxfmt';

const PAGE = join(workspaceRoot, 'docs/performance.md');

/**
 * Writes sections of the page anew and keeps the others.
 *
 * @param sections Markdown by the name of the case
 * @param order names of all sections, in order
 */
export async function writePage(sections: Record<string, string>, order: readonly string[]): Promise<void> {
  const all = { ...sectionsOf(await readFile(PAGE, 'utf8')), ...sections };
  const known = order.flatMap((name) => (all[name] === undefined ? [] : [`## ${name}\n\n${all[name]}`]));
  const text = ['# Performance', INTRODUCTION, ...known].join('\n\n');
  await writeFile(PAGE, (await format(PAGE, text, { printWidth: 120 })).code);
}

/** The page's sections by their headings. */
export function sectionsOf(page: string): Record<string, string> {
  const parts = page.split(/^## (.+)$/m).slice(1);
  const sections: Record<string, string> = {};
  for (let index = 0; index < parts.length; index += 2) sections[parts[index] ?? ''] = parts[index + 1]?.trim() ?? '';
  return sections;
}

const INTRODUCTION = `Made by \`npm run bench -- --write\`; not edited. With \`--case <case>\` one section is written anew. What has a
baseline is measured in turn with raw Fastify and pg that do the same work, on the same machine in the same minutes: the
ratios are comparable; the absolute figures belong to the machine and the hour. "Same SQL" is what the services sent to
PostgreSQL in the same run, recorded on the way. Load, services, broker and PostgreSQL share the machine's processors; the
load generator's share is listed. Rate limits are raised.`;
