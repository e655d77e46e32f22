import { domainToASCII } from 'node:url';

/** The address with its domain as mail servers name it: in lower case, and other scripts in punycode. */
export function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, at + 1)}${domainToASCII(email.slice(at + 1).trim())}`;
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1);

/** True if the address may belong to the domain. Subdomains are other domains. */
export const isAllowedDomain = (allowedDomains: readonly string[] | undefined, domain: string): boolean =>
  allowedDomains === undefined || allowedDomains.includes(domain);

export const domainRefusal = (allowedDomains: readonly string[] = []): string =>
  `The address has to belong to ${allowedDomains.join(', ')}.`;
