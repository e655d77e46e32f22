import ipaddr from 'ipaddr.js';

/** The key that an address is counted under: an IPv4 address, or the /64 network of an IPv6 address (one customer's). */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
