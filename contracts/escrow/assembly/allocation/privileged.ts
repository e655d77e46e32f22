import { Bytes, List, contractInfo, make, present } from '@questp/std/assembly';
import { Context } from '../context';

/**
 * Addresses that cannot be in an allocation: those with a role, and the contracts involved. Needs a factory that can be
 * read.
 */
@unmanaged
export class PrivilegedAddresses {
  private addresses: List<Bytes>;

  static of(context: Context): PrivilegedAddresses {
    const addresses = List.create<Bytes>(9);
    const shared = present(context.shared);
    addresses.push(context.ownership.owner);
    addresses.push(shared.operator);
    addresses.push(shared.pauser);
    addresses.push(shared.guardian);
    addresses.push(shared.treasury);
    addresses.push(context.config.factory);
    addresses.push(context.env.contract);
    if (!context.config.asset.isNative) addresses.push(context.config.asset.id);
    const self = contractInfo(context.env.contract);
    const admin = self ? self.admin : null;
    if (admin) addresses.push(admin);
    const privileged = make<PrivilegedAddresses>();
    privileged.addresses = addresses;
    return privileged;
  }

  has(address: Bytes): bool {
    for (let i: u32 = 0; i < this.addresses.length; i++) {
      if (this.addresses.at(i) == address) return true;
    }
    return false;
  }
}
