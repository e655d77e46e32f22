import { BlockList, isIP } from 'node:net';

/** Loopback, private and carrier-grade NAT networks; not link-local, where clouds serve secrets of the machine. */
const NETWORKS = [
  ...(['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'] as const),
  ...(['::1/128', 'fc00::/7'] as const),
];

const internal = new BlockList();
for (const network of NETWORKS) {
  const [address = '', bits] = network.split('/');
  internal.addSubnet(address, Number(bits), isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** True for an IP address of an internal network; false for names and public addresses. */
export function isInternal(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && internal.check(address, version === 6 ? 'ipv6' : 'ipv4');
}
