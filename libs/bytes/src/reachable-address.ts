import { isIP, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isInternal } from './internal-address.js';

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/**
 * The address at which other machines reach a bound address: for "every address", the first internal address of the
 * same family that is not loopback.
 */
export function reachableAddress(bound: string): string {
  const found = EVERY_ADDRESS.has(bound)
    ? Object.values(networkInterfaces())
        .flat()
        .find(
          (one) => one !== undefined && !one.internal && isIP(one.address) === isIP(bound) && isInternal(one.address),
        )?.address
    : bound;
  const address = found ?? (isIPv6(bound) ? '::1' : '127.0.0.1');
  return isIPv6(address) ? `[${address}]` : address;
}
