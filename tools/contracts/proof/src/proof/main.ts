import { parseArgs } from 'node:util';
import { prove } from './property.js';
import { openStage } from './setting.js';

const USAGE = `Runs random calls against the contracts on the host and a reference model until they disagree.

  --steps N   contract calls to compare (default 1000000)
  --seed S    seed of the first run (default: from the clock; a failing run prints its own)
  --help`;

const { values } = parseArgs({
  options: { steps: { type: 'string', default: '1000000' }, seed: { type: 'string' }, help: { type: 'boolean' } },
});

if (values.help) {
  console.log(USAGE);
} else {
  const steps = wholeNumber('steps', values.steps);
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : wholeNumber('seed', values.seed);
  console.log(`seed ${seed}`);
  const coverage = prove(await openStage(), {
    steps,
    seed,
    onProgress: (sofar) => process.stdout.write(`\r${sofar.steps} of ${steps} calls`),
  });
  console.log(`\n${coverage.toString()}`);
}

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new Error(`--${name} takes a whole number, not "${text}"`);
  return Number(text);
}
