import { page, state, table, time, type Kind } from '@questp/manifest/pages';
import { escapeUTF8 } from 'entities';
import { chainRows } from '../processes/chain-rows.js';
import type { ChainAddresses } from '../processes/stack-file.js';

export interface ServiceStatus {
  name: string;
  /** As its /health/ready has it; `silent` when it does not answer. */
  status: string;
  detail: string;
}

export interface IntegrationStatus {
  name: string;
  status: string;
  detail: string;
  quota: { remaining: number; limit: number } | null;
}

/** The states of services and of integrations; any other is bad. */
const KINDS: Readonly<Record<string, Kind>> = {
  ready: 'good',
  up: 'good',
  starting: 'warning',
  stopping: 'warning',
  degraded: 'warning',
  not_set_up: 'quiet',
};

/**
 * @param integrations a sentence when they are unknown
 * @param chain null unless the platform was started with one
 */
export function statusPage(
  services: ServiceStatus[],
  integrations: IntegrationStatus[] | string,
  chain: ChainAddresses | null,
): string {
  const nameOf = (name: string) => escapeUTF8(inWords(name));
  const stateOf = (status: string) => state(KINDS[status] ?? 'bad', inWords(status));
  const quotaOf = ({ quota }: IntegrationStatus) => (quota === null ? '' : `${quota.remaining} of ${quota.limit}`);
  const shown =
    typeof integrations === 'string'
      ? `<p>${escapeUTF8(integrations)}</p>`
      : table(
          ['Integration', 'Status', 'Quota left', 'Detail'],
          integrations.map((one) => [nameOf(one.name), stateOf(one.status), quotaOf(one), escapeUTF8(one.detail)]),
        );
  return page({
    title: 'Status',
    content: `<p>As of ${time(new Date().toISOString())}. <a href="/">Check again</a></p>
<h2>Services</h2>
${table(
  ['Service', 'Status', 'Detail'],
  services.map(({ name, status, detail }) => [nameOf(name), stateOf(status), escapeUTF8(detail)]),
)}
<h2>Integrations</h2>
${shown}
<h2>Chain</h2>
${chain ? table(['Part', 'Address'], chainRows(chain).map(chainRow)) : NO_CHAIN}`,
  });
}

const NO_CHAIN = '<p>None; <code>npm run up -- --chain</code> starts one.</p>';

const chainRow = ([part, address]: string[]): string[] => [
  escapeUTF8(part ?? ''),
  `<code>${escapeUTF8(address ?? '')}</code>`,
];

const inWords = (name: string): string => name.replaceAll('_', ' ');
