import { parseArgs } from 'node:util';
import { Workshop } from './mutant.js';
import { type Mutation, MUTATIONS } from './mutations.js';
import { noticeFault } from './notice.js';

const USAGE = `Breaks the contracts on purpose, one fault at a time, and fails when the property test does not notice.

  --only TEXT   only the faults whose name contains the text
  --help`;

const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, help: { type: 'boolean' } } });

if (values.help) console.log(USAGE);
else process.exitCode = await checkAll(MUTATIONS.filter(({ name }) => name.includes(values.only)));

/** @returns exit code */
async function checkAll(mutations: readonly Mutation[]): Promise<number> {
  const healthy = await noticeFault();
  if (healthy) {
    console.log(`The contracts as they are do not pass, so nothing can be said of faults: ${healthy.difference}`);
    return 1;
  }
  const workshop = await Workshop.open();
  const survivors: string[] = [];
  try {
    for (const mutation of mutations) {
      const notice = await noticeFault(await workshop.build(mutation), mutation.story);
      if (!notice) survivors.push(mutation.name);
      const outcome = notice ? `noticed after ${String(notice.calls).padStart(5)} calls` : 'NOT NOTICED';
      console.log(`${outcome.padEnd(26)} ${mutation.name}${notice ? `\n${' '.repeat(27)}${notice.difference}` : ''}`);
    }
  } finally {
    await workshop.close();
  }
  console.log(`${mutations.length - survivors.length} of ${mutations.length} faults noticed`);
  return survivors.length === 0 && mutations.length > 0 ? 0 : 1;
}
