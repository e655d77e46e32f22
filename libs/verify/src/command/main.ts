import { run } from './run.js';

process.exitCode = await run(process.argv.slice(2), {
  result: (text) => process.stdout.write(text),
  message: (text) => process.stderr.write(text),
});
