import { isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';

const EVERY_ADDRESS = new Set(['0.0.0.0', '::']);

/** The address at which others reach what is bound to `host`: for "every address" the first one that is not the machine's own. */
export function reachableAddress(host: string): string {
  const found = EVERY_ADDRESS.has(host)
    ? Object.values(networkInterfaces())
        .flat()
        .find((one) => one !== undefined && !one.internal && !one.address.startsWith('fe80:'))?.address
    : host;
  const address = found ?? '127.0.0.1';
  return isIPv6(address) ? `[${address}]` : address;
}
