import { readFile, writeFile } from 'node:fs/promises';
import { trialEnvironment } from '@questp/local-stack';
import { format } from 'oxfmt';
import { brokerUsersFile } from './broker-users.js';
import { containersPage } from './containers.js';
import { decisionsPage } from './decisions.js';
import { brokenLinks } from './links.js';
import { longReadmes } from './readmes.js';
import { hiddenSubjectsInSource, vagueApiTexts, vagueLines } from './words.js';
import { configurationPage, eventsPage, factsPage, limitsPage } from './pages.js';
import { servicePrograms } from './service-program.js';
import { sqlFiles } from './sql.js';
import { tableNames, wholeRows } from './whole-rows.js';

const USAGE = `Makes docs/reference/events.md, facts.md, limits.md, configuration.md and containers.md, docker/nats-users.conf and
docker/trial.env from the tables in the code, docs/decisions/README.md from the records, and docs/reference/sql/ from the
statements of the services.

  node tools/docs/dist/main.js           compares, exits 1 when a page is out of date, a link is broken, a README is
                                         longer than a page (readmes.ts), a text is vague (words.ts, hidden-words.ts) or a
                                         statement reads * of a table (whole-rows.ts)
  node tools/docs/dist/main.js --write   writes the pages`;

const [option] = process.argv.slice(2);
if (option !== undefined && option !== '--write') {
  console.log(USAGE);
  process.exit(option === '--help' ? 0 : 64);
}

const page = async (text: string) => (await format('page.md', text, { printWidth: 120 })).code;

/** What container-secrets.mjs --trial copies to the variables of integrations. */
const trialFile = () => {
  const lines = Object.entries(trialEnvironment()).map(([name, value]) => `${name}=${value}`);
  return ['# Made by tools/docs from the emulated platforms; do not edit.', ...lines, ''].join('\n');
};

const programs = await servicePrograms();

const statements = sqlFiles();

const files = {
  'docs/reference/events.md': await page(eventsPage()),
  'docs/reference/facts.md': await page(factsPage()),
  'docs/reference/limits.md': await page(limitsPage()),
  'docs/reference/configuration.md': await page(configurationPage(programs)),
  'docs/reference/containers.md': await page(await containersPage(programs)),
  'docs/decisions/README.md': await page(await decisionsPage()),
  'docker/nats-users.conf': brokerUsersFile(),
  'docker/trial.env': trialFile(),
  ...statements,
};

for (const [path, wanted] of Object.entries(files)) {
  if (option === '--write') {
    await writeFile(path, wanted);
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== wanted) {
    console.error(`${path} is out of date: run npx nx run docs:write`);
    process.exitCode = 1;
  }
}

for (const statement of wholeRows(statements, tableNames())) {
  console.error(`${statement} reads * of a table: name the columns, or the statement fails once a migration adds one`);
  process.exitCode = 1;
}

for (const link of brokenLinks()) {
  console.error(`Broken link in ${link}`);
  process.exitCode = 1;
}

for (const readme of longReadmes()) {
  console.error(`Too long for a README: ${readme}; describe behaviour in docs/services or a guide`);
  process.exitCode = 1;
}

const document: unknown = JSON.parse(await readFile('docs/reference/openapi.json', 'utf8'));
for (const { where, text, instead } of [...vagueApiTexts(document), ...vagueLines(), ...hiddenSubjectsInSource()]) {
  console.error(`${where}: "${text}"; write ${instead}`);
  process.exitCode = 1;
}
