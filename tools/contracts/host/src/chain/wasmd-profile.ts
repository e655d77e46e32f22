import { type VmVersion } from '../vm/gas-schedule.js';

/** Differences between versions of wasmd that a contract can observe. */
export interface WasmdProfile {
  /** Version of cosmwasm-vm, which decides the gas of instructions and host calls. */
  readonly vm: VmVersion;
  /**
   * Where the limit of 100 nested calls is checked. `message`: at every message that a contract sends, bank transfers
   * included (handler_plugin.go, callDepthMessageHandler); such a message fails as an ordinary one does, and the reply
   * to it is not checked. `response`: once a contract has answered, before its messages run (keeper.go,
   * handleContractResponse); replies are checked as well.
   */
  readonly callDepthCheckedAt: 'message' | 'response';
  /** Loading a code that the transaction has loaded before costs 2,000 instead of 60,000 (checkDiscountEligibility). */
  readonly discountsLoadedCode: boolean;
  /** `Env` has the hash of the transaction. */
  readonly hasTransactionHash: boolean;
  /** `contract_info` has `ibc2_port`. */
  readonly hasIbc2Port: boolean;
  /** `migrate` has a third parameter, and is not called between codes of the same migrate version. */
  readonly hasMigrateInfo: boolean;
}

const NEWEST: WasmdProfile = {
  vm: '3.0.9',
  callDepthCheckedAt: 'response',
  discountsLoadedCode: true,
  hasTransactionHash: true,
  hasIbc2Port: true,
  hasMigrateInfo: true,
};

/**
 * By version of wasmd, oldest first: 0.53.0 is the oldest that limits nested calls; 0.60.1 the last of its line that
 * checks messages; 0.61.14 the one the test node is built of; 0.70.3 the newest. Gas of the bank and of accounts is that
 * of cosmos-sdk 0.53 in all of them.
 */
export const WASMD_PROFILES = {
  '0.53.0': {
    vm: '2.1.3',
    callDepthCheckedAt: 'message',
    discountsLoadedCode: false,
    hasTransactionHash: false,
    hasIbc2Port: false,
    hasMigrateInfo: false,
  },
  '0.60.1': {
    ...NEWEST,
    vm: '2.2.2',
    callDepthCheckedAt: 'message',
    hasTransactionHash: false,
    hasIbc2Port: false,
  },
  '0.61.14': NEWEST,
  '0.70.3': NEWEST,
} as const satisfies Record<string, WasmdProfile>;

export type WasmdVersion = keyof typeof WASMD_PROFILES;

export const OLDEST_WASMD: WasmdVersion = '0.53.0';
export const NEWEST_WASMD: WasmdVersion = '0.70.3';
/** The version whose gas is compared with a real node. */
export const PINNED_WASMD: WasmdVersion = '0.61.14';
