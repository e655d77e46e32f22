export type { Coin, ExecuteResult, ICosmWasmClient, ISigningCosmWasmClient, StdFee } from './contract-client.js';
export { EscrowClient, EscrowQueryClient } from './generated/Escrow.client.js';
export { FactoryClient, FactoryQueryClient } from './generated/Factory.client.js';
