import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '@questp/testing';
import { format } from 'oxfmt';

/** Written anew by every `npm run bench -- --write`. */
const PAGE = join(workspaceRoot, 'docs/performance.md');

/** @param parts machine, tables and what is to be said about them, in Markdown */
export async function writePage(parts: string[]): Promise<void> {
  const text = ['# Performance', INTRODUCTION, ...parts].join('\n\n');
  await writeFile(PAGE, (await format(PAGE, text, { printWidth: 120 })).code);
}

const INTRODUCTION = `Made by \`npm run bench -- --write\`; not edited. Each case is measured in turn with a baseline that does the same work
with raw Fastify and pg, on the same machine in the same minutes: the ratios tell something, the absolute figures belong
to the machine and the hour. Load, services, broker and PostgreSQL share its processors.`;
