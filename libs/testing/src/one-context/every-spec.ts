import { readdirSync } from 'node:fs';
import { join } from 'node:path';

// All specs of a project in one context, as `npm test` runs them, so that imports are loaded and compiled once instead
// of once per file.
const source = join(process.cwd(), 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
for (const file of files.filter((name) => /(?<!\.proof)\.spec\.ts$/.test(name)).sort())
  await import(join(source, file));
