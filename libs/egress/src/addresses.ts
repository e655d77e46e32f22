import ipaddr from 'ipaddr.js';

type Address = ReturnType<typeof ipaddr.process>;

/** Global unicast (RFC 4291 2.4); what of it leads elsewhere (6to4, Teredo, documentation) has a range of its own. */
const GLOBAL_V6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** True for a public unicast address: not private, loopback or link-local, nor an IPv6 form of such an address. */
export function isPublic(text: string): boolean {
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isIn(GLOBAL_V6)(address));
}

/**
 * Networks in CIDR form, comma-separated.
 *
 * @throws Error for an invalid network
 */
export function parseNetworks(text: string): string[] {
  const networks = text === '' ? [] : text.split(',').map((network) => network.trim());
  inAny(networks);
  return networks;
}

/**
 * @param networks in CIDR form
 * @throws Error for an invalid network
 */
export function inAny(networks: readonly string[]): (text: string) => boolean {
  const checks = networks.map((network) => isIn(ipaddr.parseCIDR(network)));
  return (text) => {
    const address = ipaddr.process(text);
    return checks.some((check) => check(address));
  };
}

const isIn =
  ([network, bits]: [Address, number]) =>
  (address: Address): boolean =>
    address.kind() === network.kind() && address.match(network, bits);
