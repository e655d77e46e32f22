import type { NamedBy } from '@questp/egress';
import type { Chain } from '@questp/messages/integrations';
import { toPointer } from '@questp/messages/language';

/** An endpoint that a chain names. */
export interface Endpoint {
  /** The member that names it. */
  pointer: string;
  url: string;
  api: 'rest' | 'rpc';
  namedBy: NamedBy;
}

export type EndpointMembers = Pick<Chain, 'restUrls' | 'rpcUrls' | 'publicRestUrl' | 'configured'>;

/** Every endpoint of the chain. */
export function endpointsOf({ restUrls, rpcUrls, publicRestUrl, configured }: EndpointMembers): Endpoint[] {
  const namedBy = (member: keyof Chain): NamedBy => (configured.includes(member) ? 'platform' : 'operator');
  const listed = (member: 'restUrls' | 'rpcUrls', urls: readonly string[], api: Endpoint['api']): Endpoint[] =>
    urls.map((url, index) => ({ pointer: toPointer([member, index]), url, api, namedBy: namedBy(member) }));
  const open: Endpoint[] =
    publicRestUrl === null || restUrls.includes(publicRestUrl)
      ? []
      : [{ pointer: '/publicRestUrl', url: publicRestUrl, api: 'rest', namedBy: namedBy('publicRestUrl') }];
  return [...listed('restUrls', restUrls, 'rest'), ...listed('rpcUrls', rpcUrls, 'rpc'), ...open];
}
