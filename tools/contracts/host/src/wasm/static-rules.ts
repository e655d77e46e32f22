import { type WasmFacts, wasmFacts } from './facts.js';
import { parseModule, type WasmModule } from './module.js';
import { WebAssembly } from './webassembly.js';

// Limits of cosmwasm-vm 3.0.9 (packages/vm/src/config.rs) and wasmd (x/wasm/types/validation.go), the tightest in use.
const MAX_WASM_BYTES = 800 * 1024;
const MAX_MEMORY_PAGES = 512;
const MAX_TABLE_ELEMENTS = 2_500;
const MAX_IMPORTS = 100;
const MAX_FUNCTIONS = 20_000;
const MAX_PARAMETERS = 100;
const MAX_TOTAL_PARAMETERS = 10_000;
const MAX_RESULTS = 1;
const MAX_LOCALS = 100;
const MAX_TOTAL_LOCALS = 10_000;

/** What this host answers; the BLS and P-256 imports of newer VMs are left out on purpose, as they shut out older chains. */
const KNOWN_IMPORTS: ReadonlySet<string> = new Set(
  [
    'abort',
    'db_read',
    'db_write',
    'db_remove',
    'db_scan',
    'db_next',
    'db_next_key',
    'db_next_value',
    'addr_validate',
    'addr_canonicalize',
    'addr_humanize',
    'secp256k1_verify',
    'secp256k1_recover_pubkey',
    'ed25519_verify',
    'ed25519_batch_verify',
    'debug',
    'query_chain',
  ].map((name) => `env.${name}`),
);

const CAPABILITIES: ReadonlySet<string> = new Set([
  'iterator',
  'staking',
  'stargate',
  'cosmwasm_1_1',
  'cosmwasm_1_2',
  'cosmwasm_1_3',
  'cosmwasm_1_4',
  'cosmwasm_2_0',
  'cosmwasm_2_1',
  'cosmwasm_2_2',
  'ibc2',
]);

export interface StaticRuleOptions {
  /** Chains up to CosmWasm 1.4 refuse float instructions, later ones take them. Default refused. */
  readonly floats?: 'refused' | 'allowed';
}

/**
 * Why a chain would refuse to store or run the module, in one sentence each; empty when it is fine.
 * The rules are those of cosmwasm-vm (compatibility.rs, parsed_wasm.rs, gatekeeper.rs) and of MsgStoreCode, and one
 * the VM only shows at run time: a start function runs before there is any gas.
 */
export function checkStaticRules(wasm: Uint8Array, { floats = 'refused' }: StaticRuleOptions = {}): string[] {
  let module: WasmModule;
  let facts: WasmFacts;
  try {
    module = parseModule(wasm);
    facts = wasmFacts(module);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
  const problems = [
    ...checkSize(facts),
    ...checkTables(module),
    ...checkMemories(module),
    ...checkExports(module),
    ...checkImports(module),
    ...checkFunctions(facts),
    ...checkFeatures(module, facts),
  ];
  if (floats === 'refused' && facts.features.float > 0) problems.push('uses float instructions');
  if (module.hasStart) problems.push('has a start function, which the VM runs with no gas');
  if (problems.length === 0 && !WebAssembly.validate(wasm)) problems.push('is not valid Wasm');
  return problems;
}

function checkSize({ size }: WasmFacts): string[] {
  return size > MAX_WASM_BYTES ? [`is ${size} bytes long, limit ${MAX_WASM_BYTES}`] : [];
}

function checkTables({ tables }: WasmModule): string[] {
  if (tables.length > 1) return ['has more than one table'];
  const [table] = tables;
  if (!table) return [];
  if (table.max === undefined) return ['has a table without a maximum'];
  return table.max > MAX_TABLE_ELEMENTS ? [`has a table of ${table.max} elements, limit ${MAX_TABLE_ELEMENTS}`] : [];
}

function checkMemories({ memories }: WasmModule): string[] {
  const [memory] = memories;
  if (!memory || memories.length > 1) return ['must have exactly one memory'];
  const problems: string[] = [];
  if (memory.min > MAX_MEMORY_PAGES) problems.push(`starts with ${memory.min} memory pages, limit ${MAX_MEMORY_PAGES}`);
  if (memory.max !== undefined) problems.push('sets a maximum for its memory, which is the host to set');
  return problems;
}

function checkExports({ exports }: WasmModule): string[] {
  const problems: string[] = [];
  const functions = exports.filter(({ kind }) => kind === 'function').map(({ name }) => name);
  const versions = functions.filter((name) => name.startsWith('interface_version_'));
  if (versions.length === 0) problems.push('exports no interface_version_*');
  else if (versions.length > 1) problems.push('exports more than one interface_version_*');
  else if (versions[0] !== 'interface_version_8') problems.push(`has the unknown interface version ${versions[0]}`);
  for (const name of ['allocate', 'deallocate']) {
    if (!functions.includes(name)) problems.push(`does not export ${name}`);
  }
  if (!exports.some(({ name, kind }) => name === 'memory' && kind === 'memory'))
    problems.push('does not export memory');
  for (const name of functions) {
    const capability = name.startsWith('requires_') ? name.slice('requires_'.length) : '';
    if (capability !== '' && !CAPABILITIES.has(capability))
      problems.push(`requires the unknown capability ${capability}`);
  }
  return problems;
}

function checkImports({ imports }: WasmModule): string[] {
  const problems: string[] = [];
  if (imports.length > MAX_IMPORTS) problems.push(`has ${imports.length} imports, limit ${MAX_IMPORTS}`);
  for (const { name, kind } of imports) {
    if (!KNOWN_IMPORTS.has(name)) problems.push(`imports the unknown ${name}`);
    else if (kind !== 'function') problems.push(`imports ${name} not as a function`);
  }
  return problems;
}

function checkFunctions(facts: WasmFacts): string[] {
  const limits: readonly (readonly [string, number, number])[] = [
    ['functions', facts.functions, MAX_FUNCTIONS],
    ['parameters in a function', facts.maxParameters, MAX_PARAMETERS],
    ['parameters in all', facts.totalParameters, MAX_TOTAL_PARAMETERS],
    ['results in a function', facts.maxResults, MAX_RESULTS],
    ['locals in a function', facts.maxLocals, MAX_LOCALS],
    ['locals in all', facts.totalLocals, MAX_TOTAL_LOCALS],
  ];
  return limits
    .filter(([, count, limit]) => count > limit)
    .map(([what, count, limit]) => `has ${count} ${what}, limit ${limit}`);
}

function checkFeatures({ hasDataCount }: WasmModule, { features }: WasmFacts): string[] {
  const problems: string[] = [];
  if (features['bulk-memory'] > 0) problems.push('uses bulk memory instructions');
  if (hasDataCount) problems.push('has a data count section (bulk memory)');
  if (features['reference-types'] > 0) problems.push('uses reference type instructions');
  return problems;
}
