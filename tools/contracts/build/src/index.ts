export { readArtifact, releaseDirectories, type Artifact } from './artifacts.js';
export { compileContract, ContractBuildError, type CompileOptions } from './compile.js';
export { contractWasm } from './contract-wasm.js';
export { contractDirectory, CONTRACTS, type ContractName } from './contracts.js';
export { copyContractSources } from './copy-sources.js';
