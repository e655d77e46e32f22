import { type OperatorCosts } from '../wasm/metering.js';

/** CosmWasm gas that makes one SDK gas (wasmd x/wasm/types/gas_register.go, DefaultGasMultiplier). */
export const GAS_MULTIPLIER = 140_000;

export interface LinearCost {
  readonly base: number;
  readonly perItem: number;
}

/** Costs of a VM version in CosmWasm gas (cosmwasm-vm packages/vm/src/environment.rs, GasConfig). */
export interface GasSchedule {
  readonly operators: OperatorCosts;
  readonly hostCall: number;
  readonly readRegion: LinearCost;
  readonly readLargeRegion: LinearCost;
  readonly writeRegion: LinearCost;
  readonly stringFromBytes: LinearCost;
  readonly secp256k1Verify: number;
  readonly secp256k1Recover: number;
  readonly ed25519Verify: number;
  readonly ed25519Batch: LinearCost;
  readonly ed25519BatchOneKey: LinearCost;
}

const MICROSECOND = 1_000_000;
const OPERATOR = 115;

const VM_3_0_8: GasSchedule = {
  operators: {
    operator: OPERATOR,
    accountingOperator: 14 * OPERATOR,
    ifEndsBlock: true,
    freeLocals: Infinity,
  },
  hostCall: 18_000,
  readRegion: { base: 200_000, perItem: 115 },
  readLargeRegion: { base: 0, perItem: 520 },
  writeRegion: { base: 230_000, perItem: 570 },
  stringFromBytes: { base: 28_700, perItem: 1_400 },
  secp256k1Verify: 96 * MICROSECOND,
  secp256k1Recover: 194 * MICROSECOND,
  ed25519Verify: 35 * MICROSECOND,
  ed25519Batch: { base: 24 * MICROSECOND, perItem: 21 * MICROSECOND },
  ed25519BatchOneKey: { base: 36 * MICROSECOND, perItem: 10 * MICROSECOND },
};

const NOTHING: LinearCost = { base: 0, perItem: 0 };
const VM_2_2_2: GasSchedule = { ...VM_3_0_8, writeRegion: NOTHING };

/**
 * By version of cosmwasm-vm: 3.0.9 (wasmvm 3.0.7, wasmd 0.61.14) charges for many locals; 3.0.8 (wasmvm 3.0.0 to 3.0.3)
 * does not; 2.2.2 (wasmvm 2.2.4) does not charge for writing regions either; 2.1.3 (wasmvm 2.1.2, wasmd 0.53.0) charges
 * for instructions, cryptography and the chain's own work alone, and does not end a block at an `if`.
 */
export const GAS_SCHEDULES = {
  '3.0.9': { ...VM_3_0_8, operators: { ...VM_3_0_8.operators, freeLocals: 29 } },
  '3.0.8': VM_3_0_8,
  '2.2.2': VM_2_2_2,
  '2.1.3': {
    ...VM_2_2_2,
    operators: { ...VM_2_2_2.operators, ifEndsBlock: false },
    hostCall: 0,
    readRegion: NOTHING,
    readLargeRegion: NOTHING,
    stringFromBytes: NOTHING,
  },
} as const satisfies Record<string, GasSchedule>;

export type VmVersion = keyof typeof GAS_SCHEDULES;
