import { execFile } from 'node:child_process';

export interface CommandOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  /** Milliseconds until it is killed. */
  timeout?: number;
}

export interface Ended {
  code: number;
  output: string;
}

/** Runs a program to its end, whatever its exit code. Throws when it cannot be started or does not end in time. */
export async function exitOf(program: string, args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
  const { cwd, env = {}, timeout = 600_000 } = options;
  return await new Promise((resolve, reject) => {
    const how = { cwd, timeout, maxBuffer: 2 ** 28, env: { ...process.env, ...env } };
    execFile(program, args, how, (error, stdout, stderr) => {
      const output = `${stdout}${stderr}`;
      if (error === null) resolve({ code: 0, output });
      else if (typeof error.code === 'number') resolve({ code: error.code, output });
      else reject(new Error(`${program} ${error.killed ? 'did not end in time' : error.message}`, { cause: error }));
    });
  });
}

/** What a program prints. Throws with the end of its output when it fails. */
export async function outputOf(program: string, args: readonly string[], options?: CommandOptions): Promise<string> {
  const { code, output } = await exitOf(program, args, options);
  if (code === 0) return output;
  const end = output.trim().split('\n').slice(-15).join('\n');
  throw new Error(`${[program, ...args].join(' ')}: ${end}`);
}
