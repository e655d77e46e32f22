import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { SERVICES } from '@questp/manifest';
import { freePort, waitFor, workspaceRoot } from '@questp/testing';

/** Proves only that it starts. */
const HELP = '-- --help';
/** Arguments to try each command with, in an order in which a compiler finds nothing that another command made. */
const COMMANDS: Record<string, string> = {
  'npm install': '--prefer-offline --no-audit --no-fund --loglevel=error',
  'npm run build': '',
  'npm run generate': '',
  'npm run replay': '-- apps/quests-verify/src/verification/receipts/check.example.json',
  'npm run verify': HELP,
  'npm run measure': '',
  'npm run format': '',
  'npx nx run gateway:write-docs': '',
  'npx nx run sdk:write-schema': '',
  'npx nx run docs:write': '',
  'npx nx run docs:write-schemas': '',
  'npx nx run message-schema:write': '',
  'npx nx run contract-build:write': '',
  'npx nx run contract-proof:proof-long': '--steps 200',
  // Each fault compiles a contract anew.
  'npx nx run contract-proof:mutation': '--help',
  // They run this spec.
  'npm run check': HELP,
  'npm test': HELP,
  'npm run bench': HELP,
  'npm run conformance': HELP,
  'npm run bench:gas': HELP,
  'npm run up': HELP,
  // It freezes the broker and takes minutes.
  'npm run attack': HELP,
};

/** Arguments of commands that use the platform of the clone. */
const ON_PLATFORM: Record<string, string> = {
  'npm run demo': '-- --earners 2',
  'npm run trace': '-- $REQUEST_ID',
};

const readText = (file: string) => readFileSync(join(workspaceRoot, file), 'utf8');

/** Commands that the pages name, without arguments. */
function namedCommands(...texts: string[]): string[] {
  const { scripts } = JSON.parse(readText('package.json')) as { scripts: Record<string, string> };
  const named = texts.flatMap((text) => [
    ...[...text.matchAll(/\bnpm (?:run [\w:-]+|test|install|ci)|\bnpx [\w-]+(?: run [\w:-]+)?/g)].map(
      ([found]) => found,
    ),
    ...[...text.matchAll(/`([\w:-]+:[\w:-]+)`/g)].flatMap(([, name = '']) =>
      name in scripts ? [`npm run ${name}`] : [],
    ),
  ]);
  return [...new Set(named)].sort();
}

/** A clone of the checkout, including uncommitted changes. */
function cloneTo(folder: string): void {
  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 26 });
  for (const file of git(workspaceRoot, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0')) {
    if (file === '' || !existsSync(join(workspaceRoot, file))) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(workspaceRoot, file), join(folder, file));
  }
  git(folder, 'init', '--quiet');
  git(folder, 'add', '--all');
  git(folder, '-c', 'user.name=clone', '-c', 'user.email=clone@localhost', 'commit', '--quiet', '--message=clone');
}

describe('in a fresh clone', () => {
  let clone: string;
  let env: NodeJS.ProcessEnv;
  let platform: ChildProcess | undefined;
  let api: string;

  const start = (command: string) =>
    spawn('bash', ['-c', `exec ${command}`], { cwd: clone, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const outputOf = (child: ChildProcess) => {
    const output = { text: '' };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output.text += String(chunk)));
    return output;
  };
  async function succeeds(command: string): Promise<void> {
    const child = start(command);
    const output = outputOf(child);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`${command} ended with ${code}:\n${output.text.slice(-5000)}`);
  }
  const status = () => execFileSync('git', ['status', '--porcelain'], { cwd: clone, encoding: 'utf8' });

  beforeAll(async () => {
    clone = mkdtempSync(join(tmpdir(), 'questp-clone-'));
    cloneTo(clone);
    // Variables that Jest, npm and a test run set for their own processes.
    const own = /^(npm_|nx_|jest_|test_|node_(?:options|env)$|check_replies$|init_cwd$|questp_|port$|ci$|.*_url$)/i;
    const ports: Record<string, string> = {};
    const names = ['POSTGRES', 'NATS', 'SMTP', 'MAIL', 'STATUS', 'TRACES', 'EMULATORS', 'CHAIN_RPC', 'CHAIN_REST'].map(
      (name) => `QUESTP_${name}_PORT`,
    );
    const health = SERVICES.map(({ name }) => `QUESTP_${name.toUpperCase().replaceAll('-', '_')}_HEALTH_PORT`);
    for (const name of ['PORT', ...names, ...health]) ports[name] = String(await freePort());
    env = { ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name))), ...ports };
    // An Nx of the clone without a daemon.
    env = { ...env, NX_DAEMON: 'false', NX_TUI: 'false' };
    api = `http://127.0.0.1:${ports['PORT']}`;
  });
  afterAll(async () => {
    if (platform && platform.exitCode === null) {
      platform.kill('SIGTERM');
      await once(platform, 'close');
    }
    const local = join(clone, '.local');
    if (existsSync(local)) rmSync(realpathSync(local), { recursive: true, force: true });
    rmSync(clone, { recursive: true, force: true });
  }, 60_000);

  it('there is a case for every command that README, CONTRIBUTING and the recipes name', () => {
    const pages = ['README.md', 'CONTRIBUTING.md', 'docs/guides/recipes.md'];
    expect(namedCommands(...pages.map(readText))).toEqual(Object.keys({ ...COMMANDS, ...ON_PLATFORM }).sort());
  });

  it.each(Object.entries(COMMANDS))(
    '%s %s works',
    async (command, args) => await succeeds(`${command} ${args}`),
    1_200_000,
  );

  it('they leave every file as it was', () => {
    expect(status()).toBe('');
  });

  describe('with the platform running', () => {
    let printed: { text: string };
    /** False on a machine that cannot build wasmd. */
    let hasChain: boolean;
    beforeAll(async () => {
      const prepared = start('node tools/contracts/chain/dist/prepare.js');
      hasChain = (await once(prepared, 'close'))[0] === 0;
      // Without a cache, wasmd is compiled from its source.
    }, 1_800_000);
    beforeAll(async () => {
      platform = start(`node tools/scripts/up.mjs${hasChain ? ' --chain' : ''}`);
      printed = outputOf(platform);
      await waitFor(() => printed.text.includes('The platform is ready') || platform?.exitCode !== null, {
        what: 'the platform',
        timeoutMs: 600_000,
      });
      if (platform.exitCode !== null) throw new Error(printed.text.slice(-5000));
    }, 660_000);

    it('the first calls of the README are answered', async () => {
      const calls = [...readText('README.md').matchAll(/^curl "?(http:\/\/127\.0\.0\.1:3000[^\s"]+)"?$/gm)];
      expect(calls.length).toBeGreaterThan(0);
      for (const [, address = ''] of calls) {
        const answer = await fetch(address.replace('http://127.0.0.1:3000', api));
        expect([address, answer.status]).toEqual([address, 200]);
      }
    });

    it.each(Object.entries(ON_PLATFORM))(
      '%s works',
      async (command, args) => {
        const answer = await fetch(`${api}/v1/auth/methods`);
        const id = answer.headers.get('x-request-id') ?? '';
        await succeeds(`${command} ${args.replace('$REQUEST_ID', id)}`);
      },
      600_000,
    );

    it('the chain has the contracts, and its faucet pays', async () => {
      const { chain } = JSON.parse(readFileSync(join(clone, '.local/stack.json'), 'utf8')) as {
        chain: { restUrl: string; factory: string; escrowKeys: Record<string, string> } | null;
      };
      expect(chain !== null).toBe(hasChain);
      if (chain === null) return;
      const read = async (path: string) => (await (await fetch(`${chain.restUrl}${path}`)).json()) as unknown;
      const contract = await read(`/cosmwasm/wasm/v1/contract/${chain.factory}`);
      expect(contract).toMatchObject({ contract_info: { label: 'questp campaign-factory' } });
      // The page /verify, which is of the API's origin, reads the chain in a browser.
      const block = `${chain.restUrl}/cosmos/base/tendermint/v1beta1/blocks/latest`;
      const { headers } = await fetch(block, { headers: { origin: api } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      const address = String(chain.escrowKeys['escrow_ticket']);
      await succeeds(`npx nx run deploy:faucet -- ${address}`);
      expect(await read(`/cosmos/bank/v1beta1/balances/${address}`)).toMatchObject({
        balances: [
          { denom: 'uquest', amount: '1000000000' },
          { denom: 'ustake', amount: '2000000000' },
        ],
      });
    });

    it('a service that is killed serves again, and a signal stops everything with exit code 0', async () => {
      const { services } = JSON.parse(readFileSync(join(clone, '.local/stack.json'), 'utf8')) as {
        services: { name: string; pid: number }[];
      };
      process.kill(Number(services.find(({ name }) => name === 'gateway')?.pid), 'SIGKILL');
      await waitFor(() => printed.text.includes('gateway is ready again'), { what: 'the restart' });
      expect((await fetch(`${api}/v1/auth/methods`)).status).toBe(200);
      const closed = once(platform!, 'close');
      platform?.kill('SIGTERM');
      expect(await closed).toEqual([0, null]);
    });
  });
});
