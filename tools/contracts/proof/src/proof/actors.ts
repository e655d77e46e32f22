/** Names of accounts, and the addresses the host gives them. */
export interface Actors {
  /** Can hold a role of the factory; the first five hold them at the start. */
  readonly roles: readonly string[];
  /** Own campaigns and pay for them. */
  readonly owners: readonly string[];
  /** Are committed and paid; 20 and 32 bytes. */
  readonly earners: readonly string[];
  /** Earners of large campaigns; hold nothing at the start. */
  readonly crowd: readonly string[];
  /** Has no part in anything. */
  readonly stranger: string;
  /** Upgrade admin of escrows where there is one. */
  readonly multisig: string;
}

export const ROLE_NAMES = ['admin', 'operator', 'pauser', 'guardian', 'treasury', 'spare-1', 'spare-2'] as const;
const OWNERS = 3;
const EARNERS = 14;
/** Several chunks of 64 entries. */
const CROWD = 200;

/** @param address gives the address of a name, 20 or 32 bytes long */
export function createActors(address: (name: string, length?: 20 | 32) => string): Actors {
  return {
    roles: ROLE_NAMES.map((name) => address(name)),
    owners: Array.from({ length: OWNERS }, (_, index) => address(`owner-${index}`)),
    earners: Array.from({ length: EARNERS }, (_, index) => address(`earner-${index}`, index % 4 === 3 ? 32 : 20)),
    crowd: Array.from({ length: CROWD }, (_, index) => address(`crowd-${index}`, index % 3 === 2 ? 32 : 20)),
    stranger: address('stranger'),
    multisig: address('multisig'),
  };
}

/** All who hold something at the start. */
export function everyone(actors: Actors): string[] {
  return [...actors.roles, ...actors.owners, ...actors.earners, actors.stranger, actors.multisig];
}
