import { createHash } from 'node:crypto';
import { contractWasm } from '@questp/contract-build';
import { SentenceError } from '@questp/local-stack';
import { deploy } from './deploy.js';
import { type Deployment } from './deployment.js';
import { dryRun } from './dry-run.js';
import { type HostChain, hostChain } from './testing/host-chain.fixture.js';
import { LOCAL_CONFIG } from './local-chain.js';

describe('deploy', () => {
  let deployment: Deployment;
  let chain: HostChain;
  let lines: string[];

  const report = (line: string) => void lines.push(line);

  beforeAll(async () => {
    const code = async <T extends 'factory' | 'escrow'>(name: T) => {
      const wasm = await contractWasm(name);
      return { name, wasm, checksum: createHash('sha256').update(wasm).digest('hex') };
    };
    deployment = {
      factory: await code('factory'),
      escrow: await code('escrow'),
      config: LOCAL_CONFIG,
      forceStore: false,
    };
  }, 180_000);

  beforeEach(() => {
    chain = hostChain();
    lines = [];
  });

  describe('a deployment', () => {
    it('stores both codes and creates a factory with the configuration and without an admin', async () => {
      const deployed = await deploy(chain, deployment, report);
      expect(chain.sent).toEqual(['store', 'store', 'instantiate']);
      expect(deployed).toMatchObject({
        chain_id: chain.chainId,
        factory_checksum: deployment.factory.checksum,
        escrow_checksum: deployment.escrow.checksum,
      });
      expect(chain.host.query(deployed.factory, { config: {} })).toMatchObject({
        ...LOCAL_CONFIG,
        escrow_code_id: deployed.escrow_code_id,
      });
      expect(chain.host.contractInfo(deployed.factory)).toMatchObject({
        codeId: deployed.factory_code_id,
        label: 'questp campaign-factory',
        admin: undefined,
      });
    });

    it('lets the factory admin migrate the factory', async () => {
      const factoryAdmin = chain.host.address('upgrades');
      const { factory } = await deploy(chain, { ...deployment, factoryAdmin }, report);
      expect(chain.host.contractInfo(factory)?.admin).toBe(factoryAdmin);
    });

    it('uses codes that the chain already has', async () => {
      const first = await deploy(chain, deployment, report);
      const second = await deploy(chain, deployment, report);
      expect(chain.sent).toEqual(['store', 'store', 'instantiate', 'instantiate']);
      expect(second).toEqual({ ...first, factory: second.factory });
      expect(second.factory).not.toBe(first.factory);
    });

    it('stores the codes again with forceStore', async () => {
      await deploy(chain, deployment, report);
      const { escrow_code_id } = await deploy(chain, { ...deployment, forceStore: true }, report);
      expect(escrow_code_id).toBe(3);
    });

    it('refuses a factory address that differs from the one of Instantiate2', async () => {
      const elsewhere = { ...chain, instantiate: () => Promise.resolve(chain.host.address('elsewhere', 32)) };
      const failed = deploy(elsewhere, deployment, report);
      await expect(failed).rejects.toThrow(/gave the factory the address wasm1\w+, where Instantiate2 gives wasm1\w+/);
    });

    it('warns only of a chain whose wasmd lets a caller make payments fail', async () => {
      const old = hostChain('v0.60.1');
      for (const run of [deploy, dryRun]) {
        lines = [];
        await run(chain, deployment, report);
        expect(lines.join('\n')).not.toContain('Warning');
        lines = [];
        await run(old, deployment, report);
        expect(lines[0]).toContain('Warning: The chain runs wasmd v0.60.1.');
      }
    });

    it('creates no factory when the checksum of a stored code differs', async () => {
      const wrong = { ...deployment, escrow: { ...deployment.escrow, checksum: 'ab'.repeat(32) } };
      await expect(deploy(chain, wrong, report)).rejects.toThrow(`its checksum is ${'ab'.repeat(32)}`);
      expect(chain.sent).toEqual(['store']);
    });
  });

  describe('a configuration the factory would refuse', () => {
    const changed = (changes: object): Deployment => ({ ...deployment, config: { ...LOCAL_CONFIG, ...changes } });
    const { limits, owner } = LOCAL_CONFIG;

    it.each<[what: string, deployment: () => Deployment, why: string]>([
      ['a limit out of bounds', () => changed({ limits: { ...limits, max_pause_secs: 604_801 } }), 'max_pause_secs'],
      ['an address of another chain', () => changed({ treasury: 'neutron1qqqqqqqqqqqq' }), 'treasury'],
      ['an address in capitals', () => changed({ guardian: owner.toUpperCase() }), 'guardian'],
      ['an escrow admin that is none', () => changed({ escrow_admin: 'nobody' }), 'escrow_admin'],
      ['a key off the curve', () => changed({ ticket_signer: `Ag${'A'.repeat(40)}AF` }), 'ticket_signer'],
      ['a factory admin that is none', () => ({ ...deployment, factoryAdmin: 'nobody' }), 'admin'],
    ])('with %s is refused in a sentence, before anything is sent', async (_what, wrong, why) => {
      for (const tried of [deploy, dryRun]) {
        const sentence = await tried(chain, wrong(), report).catch((error: unknown) => error);
        expect(sentence).toBeInstanceOf(SentenceError);
        expect(String(sentence)).toMatch(/The factory would refuse its configuration: .*\.$/);
        expect(String(sentence)).toContain(why);
      }
      expect([chain.sent, lines]).toEqual([[], []]);
    });
  });

  describe('a dry run', () => {
    it('prints the messages and their gas and sends nothing', async () => {
      await dryRun(chain, deployment, report);
      expect(chain.sent).toEqual([]);
      const text = lines.join('\n');
      expect(text).toContain(`escrow: would store ${deployment.escrow.wasm.length} bytes`);
      expect(text).toContain(`"ticket_signer": "${LOCAL_CONFIG.ticket_signer}"`);
      const gas = Number(/about (\d+) gas$/.exec(text)?.[1]);
      expect(gas).toBeGreaterThan(100_000);
      expect(gas).toBeLessThan(300_000);
    });

    it('reports the codes that would be used', async () => {
      await deploy(chain, deployment, report);
      await dryRun(chain, deployment, report);
      expect(lines.at(-4)).toContain('factory: code 2 of the chain is this Wasm, it would be used');
    });
  });
});
