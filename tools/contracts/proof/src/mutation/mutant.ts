import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  compileContract,
  contractDirectory,
  type ContractName,
  CONTRACTS,
  contractWasm,
  copyContractSources,
} from '@questp/contract-build';
import { type ContractPair } from '../host/host-backend.js';
import { type Mutation } from './mutations.js';

/** A copy of the contracts' sources that can be broken and mended. */
export class Workshop {
  private constructor(private readonly root: string) {}

  static async open(): Promise<Workshop> {
    const root = await mkdtemp(join(tmpdir(), 'questp-mutation-'));
    await copyContractSources(root);
    return new Workshop(root);
  }

  /**
   * The contracts with one fault in them; the sources are whole again afterwards.
   *
   * @throws Error when the text to replace does not stand in the file exactly once, or the result does not compile
   */
  async build({ name, file, find, replace }: Mutation): Promise<ContractPair> {
    const path = contractDirectory(file, this.root);
    const source = await readFile(path, 'utf8');
    const parts = source.split(find);
    if (parts.length !== 2) {
      throw new Error(`"${name}": its text stands in contracts/${file} ${parts.length - 1} times`);
    }
    await writeFile(path, parts.join(replace));
    try {
      const built = { factory: await contractWasm('factory'), escrow: await contractWasm('escrow') };
      const own = CONTRACTS.filter((contract) => file.startsWith(`${contract}/`));
      // What belongs to neither is part of both.
      for (const contract of own.length > 0 ? own : CONTRACTS) built[contract] = await this.compile(contract);
      return built;
    } finally {
      await writeFile(path, source);
    }
  }

  close(): Promise<void> {
    return rm(this.root, { recursive: true, force: true });
  }

  private async compile(contract: ContractName): Promise<Uint8Array> {
    const outDir = join(this.root, 'built');
    await mkdir(outDir, { recursive: true });
    const outFile = join(outDir, `${contract}.wasm`);
    await compileContract({ directory: contractDirectory(contract, this.root), outFile });
    return readFile(outFile);
  }
}
