import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JestReport } from '../results/test-results.js';
import { proofInputs } from './proof-inputs.js';

/** Record of a passed proof: its inputs and its number of tests. */
export interface ProofEntry {
  inputs: string;
  passed: number;
}

/** By the proof's spec file, below the root. */
export type ProofRecord = Record<string, ProofEntry>;

export interface Proof {
  /** Below the root. */
  spec: string;
  inputs: string;
  needsNode: boolean;
  needsBucket: boolean;
  /** Tests that passed for exactly these inputs; undefined when there is no such record. */
  recorded: number | undefined;
}

const recordFile = (root: string) => join(root, 'contracts/artifacts/proofs.json');

export function readProofRecord(root: string): ProofRecord {
  const file = recordFile(root);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ProofRecord) : {};
}

/** The proofs in `folder` (a project), and whether their record fits. Needs the contracts' Wasm to be built. */
export function proofsIn(root: string, folder: string, record = readProofRecord(root)): Proof[] {
  return readdirSync(join(root, folder, 'src'), { recursive: true })
    .map((file) => join(folder, 'src', String(file)))
    .filter((file) => file.endsWith('.proof.spec.ts'))
    .sort()
    .map((spec) => {
      const { digest, ...needs } = proofInputs(root, spec);
      const entry = record[spec];
      return { spec, inputs: digest, ...needs, recorded: entry?.inputs === digest ? entry.passed : undefined };
    });
}

/** Those of `proofs` whose tests all passed in a run, without skipped ones. */
export function provenBy(root: string, reports: readonly JestReport[], proofs: readonly Proof[]): ProofRecord {
  const results = new Map(reports.flatMap(({ testResults }) => testResults.map((file) => [file.name, file])));
  return Object.fromEntries(
    proofs.flatMap(({ spec, inputs }): [string, ProofEntry][] => {
      const tests = results.get(join(root, spec))?.assertionResults ?? [];
      const whole = tests.length > 0 && tests.every(({ status }) => status === 'passed');
      return whole ? [[spec, { inputs, passed: tests.length }]] : [];
    }),
  );
}

/**
 * Adds what was proven to contracts/artifacts/proofs.json and drops proofs that are no more.
 * @returns whether the file changed
 */
export function recordProofs(root: string, proven: ProofRecord): boolean {
  const before = readProofRecord(root);
  const entries = Object.entries({ ...before, ...proven })
    .filter(([spec]) => existsSync(join(root, spec)))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const text = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
  if (text === `${JSON.stringify(before, null, 2)}\n`) return false;
  writeFileSync(recordFile(root), text);
  return true;
}
