export { Chain, type ChainSnapshot, QueryError } from './chain/chain.js';
export { classicAddress, predictableAddress } from './chain/addresses.js';
export { ContractRefusal, type NativeContext, type NativeContract } from './native-contract.js';
export * from './types.js';
export { OutOfGas, VmError } from './vm/errors.js';
export { GAS_MULTIPLIER, type VmVersion } from './vm/gas-schedule.js';
export { type WasmFacts, wasmFacts } from './wasm/facts.js';
export { checkStaticRules } from './wasm/static-rules.js';
export { cw20, CW20_CHECKSUM } from './cw20.js';
