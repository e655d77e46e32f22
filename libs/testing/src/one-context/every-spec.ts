import { readdirSync } from 'node:fs';
import { join } from 'node:path';

// Every spec of a project in one context, as `npm test` runs them: what they import is loaded and compiled once, and not
// for each file anew.
const source = join(process.cwd(), 'src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
for (const file of files.filter((name) => /(?<!\.proof)\.spec\.ts$/.test(name)).sort())
  await import(join(source, file));
