import { readFile, writeFile } from 'node:fs/promises';
import { format } from 'prettier';
import { configurationPage, eventsPage } from './pages.js';

const USAGE = `Makes docs/events.md and docs/configuration.md from the tables in the code.

  node tools/docs/dist/main.js           compares, exits 1 when a page is out of date
  node tools/docs/dist/main.js --write   writes the pages`;

const [option] = process.argv.slice(2);
if (option !== undefined && option !== '--write') {
  console.log(USAGE);
  process.exit(option === '--help' ? 0 : 64);
}

const pages = {
  'docs/events.md': eventsPage(),
  'docs/configuration.md': await configurationPage(),
};

for (const [path, text] of Object.entries(pages)) {
  const wanted = await format(text, { parser: 'markdown', printWidth: 120 });
  if (option === '--write') {
    await writeFile(path, wanted);
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== wanted) {
    console.error(`${path} is out of date: run npx nx run docs:write`);
    process.exitCode = 1;
  }
}
