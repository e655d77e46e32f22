import { type NodeVersions } from '@questp/chains';

export interface StoredCode {
  codeId: number;
  /** SHA-256 of the Wasm as the chain reports it, lowercase hex. */
  checksum: string;
}

export interface Instantiation {
  codeId: number;
  msg: object;
  label: string;
  /** Account that may migrate the contract; none if absent. */
  admin?: string;
  /** Decides the address, with the code and the creator: 1 to 64 bytes. */
  salt: Uint8Array;
}

/** What a deployment asks of a chain. */
export interface DeployChain {
  readonly chainId: string;
  /** Prefix of its addresses. */
  readonly prefix: string;
  /** Address of the account that signs and pays. */
  readonly deployer: string;
  /** The account's compressed public key, 33 bytes. */
  readonly publicKey: Uint8Array;
  /** The codes on the chain that anybody may make contracts of. */
  usableCodes(): Promise<StoredCode[]>;
  /** Gas that storing the Wasm would take. */
  storeGas(wasm: Uint8Array): Promise<number>;
  store(wasm: Uint8Array): Promise<StoredCode>;
  /**
   * Creates the contract with Instantiate2, as the factory creates escrows.
   *
   * @returns its address.
   */
  instantiate(contract: Instantiation): Promise<string>;
  /** What the node is built of. */
  versions(): Promise<NodeVersions>;
}
