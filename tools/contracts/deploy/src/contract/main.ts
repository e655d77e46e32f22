import { testAccount } from '@questp/chain';
import { SentenceError } from '@questp/local-stack';
import { keyPairOf } from '../private-key.js';
import { keyNeeded, readSigningKey, SENDER } from '../signing-key.js';
import { addressOf, execute, query, sign, wait } from './commands.js';
import { type ContractOptions, HELP, readOptions } from './options.js';

async function run(options: ContractOptions): Promise<object> {
  const { command } = options;
  switch (command.name) {
    case 'query':
      return await query(options, command);
    case 'execute':
      return await execute(options, command, await privateKey(options));
    case 'wait':
      return await wait(options, command);
    case 'sign-ticket':
      return await sign(command, await privateKey(options));
    case 'address':
      return { address: await addressOf(await privateKey(options), options.prefix) };
  }
}

async function privateKey({ as, keyFile }: ContractOptions): Promise<Uint8Array> {
  if (as !== undefined) return testAccount(as).privateKey;
  const key = await readSigningKey(SENDER, keyFile, process.env);
  if (!key) throw keyNeeded(SENDER);
  return (await keyPairOf(key)).privateKey;
}

try {
  const options = readOptions(process.argv.slice(2));
  console.log(options ? JSON.stringify(await run(options), null, 2) : HELP);
} catch (error) {
  if (!(error instanceof SentenceError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
