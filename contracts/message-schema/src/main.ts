import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { generatedFiles } from './generated-files.js';

const USAGE = `Makes the codecs, types and pages that follow from schema/.

  node contracts/message-schema/dist/main.js           compares, exits 1 when a file is out of date
  node contracts/message-schema/dist/main.js --write   writes the files`;

const [option] = process.argv.slice(2);
if (option !== undefined && option !== '--write') {
  process.stderr.write(`${USAGE}\n`);
  process.exit(option === '--help' ? 0 : 64);
}

for (const [path, wanted] of await generatedFiles()) {
  if (option === '--write') {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, wanted);
  } else if ((await readFile(path, 'utf8').catch(() => '')) !== wanted) {
    process.stderr.write(`${relative('.', path)} is out of date: run npx nx run message-schema:write\n`);
    process.exitCode = 1;
  }
}
