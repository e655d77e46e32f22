import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { JestReport } from '../results/test-results.js';
import { proofsIn, provenBy, readProofRecord, recordProofs } from './proof-record.js';

const SPEC = 'tools/prover/src/model.proof.spec.ts';
const WASM = 'contracts/escrow/dist/escrow.wasm';

const LOCK = {
  packages: {
    'node_modules/prng': { version: '1.0.0', integrity: 'sha512-a', dependencies: { bits: '^2.0.0' } },
    'node_modules/prng/node_modules/bits': { version: '2.0.0', integrity: 'sha512-b' },
    'node_modules/bits': { version: '9.0.0', integrity: 'sha512-c' },
    'node_modules/asc': { version: '1.0.0', integrity: 'sha512-d' },
  },
};

/** A checkout with one proof: of a library, a package from outside and the contracts' Wasm. */
const FILES: Record<string, string> = {
  'package-lock.json': JSON.stringify(LOCK),
  'libs/dice/package.json': JSON.stringify({
    name: '@questp/dice',
    exports: { './fair': { '@questp/source': './src/fair.ts' } },
  }),
  'libs/dice/src/fair.ts': "import random from 'prng';\nexport const roll = () => random(6);\n",
  'libs/testing/package.json': JSON.stringify({
    name: '@questp/testing',
    exports: { '.': { '@questp/source': './src/index.ts' } },
  }),
  'libs/testing/src/index.ts': 'export const waitFor = 1;\n',
  'tools/contracts/build/package.json': JSON.stringify({
    name: '@questp/contract-build',
    exports: { '.': { '@questp/source': './src/contract-wasm.ts' } },
  }),
  'tools/contracts/build/src/contract-wasm.ts': "const path = require.resolve('asc/bin/asc.js');\n",
  'contracts/factory/dist/factory.wasm': 'factory',
  [WASM]: 'escrow',
  'contracts/artifacts/checksums.txt': '',
  'tools/prover/jest.config.js': '',
  'tools/prover/src/model.ts': "export { roll } from '@questp/dice/fair';\nconst text = `\nimport 'nothing';\n`;\n",
  'tools/prover/src/other.ts': '',
  'tools/prover/src/fast.spec.ts': '',
  [SPEC]: "import '@questp/testing';\nimport '@questp/contract-build';\nimport './model.js';\n",
};

describe('the record of a proof', () => {
  let root: string;
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const report = (...statuses: string[]): JestReport => ({
    startTime: 0,
    testResults: [
      {
        name: join(root, SPEC),
        status: 'passed',
        message: '',
        startTime: 0,
        endTime: 1,
        assertionResults: statuses.map((status) => ({
          fullName: 'holds',
          ancestorTitles: [],
          status,
          failureMessages: [],
        })),
      },
    ],
  });
  const recorded = () => proofsIn(root, 'tools/prover').map((proof) => proof.recorded);
  const prove = (...statuses: string[]) =>
    recordProofs(root, provenBy(root, [report(...statuses)], proofsIn(root, 'tools/prover')));

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'questp-proofs-'));
    for (const [path, text] of Object.entries(FILES)) write(path, text);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is missing at first, and fits once the proof passed', () => {
    expect(proofsIn(root, 'tools/prover')).toMatchObject([
      { spec: SPEC, needsNode: false, needsBucket: false, recorded: undefined },
    ]);
    expect(prove('passed', 'passed')).toBe(true);
    expect(recorded()).toEqual([2]);
    expect(prove('passed', 'passed')).toBe(false);
  });

  it.each([
    ["a contract's Wasm", WASM, 'other'],
    ['a file the proof imports through others', 'libs/dice/src/fair.ts', "import 'prng';\n"],
    ['the proof itself', SPEC, "import '@questp/contract-build';\n"],
    ['a package it needs through another', 'package-lock.json', JSON.stringify(LOCK).replace('sha512-b', 'sha512-x')],
    ['a program it starts', 'package-lock.json', JSON.stringify(LOCK).replace('sha512-d', 'sha512-x')],
  ])('does not fit when %s is another', (_what, path, text) => {
    prove('passed');
    write(path, text);
    expect(recorded()).toEqual([undefined]);
  });

  it('fits whatever else changes: other files and packages, and the harness', () => {
    prove('passed');
    write('tools/prover/src/other.ts', 'export {};');
    write('libs/testing/src/index.ts', 'export const waitFor = 2;');
    write('package-lock.json', JSON.stringify(LOCK).replace('9.0.0', '9.9.9'));
    expect(recorded()).toEqual([1]);
  });

  it('is not made of a proof that failed or was not run', () => {
    for (const status of ['failed', 'pending']) expect(prove('passed', status)).toBe(false);
    expect(readProofRecord(root)).toEqual({});
  });

  it('goes with its proof, and is the same text on every machine', () => {
    prove('passed');
    const elsewhere = mkdtempSync(join(tmpdir(), 'questp-proofs-'));
    cpSync(root, elsewhere, { recursive: true });
    expect(proofsIn(elsewhere, 'tools/prover')[0]?.recorded).toBe(1);
    rmSync(join(root, SPEC));
    expect(recordProofs(root, {})).toBe(true);
    expect(readFileSync(join(root, 'contracts/artifacts/proofs.json'), 'utf8')).toBe('{}\n');
    rmSync(elsewhere, { recursive: true });
  });

  it('cannot be made when an import leads nowhere', () => {
    write('tools/prover/src/model.ts', "import './gone.js';\n");
    expect(() => recorded()).toThrow('tools/prover/src/model.ts imports tools/prover/src/gone.js, which is not there');
  });
});
