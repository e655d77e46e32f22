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

const row = (cells: string[]): string => `<tr>${cells.map((cell) => `<td>${escapeUTF8(cell)}</td>`).join('')}</tr>`;

/**
 * @param integrations a sentence when they are unknown
 * @param chain null unless the platform was started with one
 */
export function statusPage(
  services: ServiceStatus[],
  integrations: IntegrationStatus[] | string,
  chain: ChainAddresses | null,
): string {
  const quotaOf = ({ quota }: IntegrationStatus) => (quota === null ? '' : `${quota.remaining} of ${quota.limit}`);
  const table = (head: string[], rows: string[][]) =>
    `<table><tr>${head.map((name) => `<th>${name}</th>`).join('')}</tr>\n${rows.map(row).join('\n')}</table>`;
  const shown =
    typeof integrations === 'string'
      ? `<p>${escapeUTF8(integrations)}</p>`
      : table(
          ['Integration', 'Status', 'Quota left', 'Detail'],
          integrations.map((one) => [one.name, one.status, quotaOf(one), one.detail]),
        );
  return `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="30"><title>Status</title>
<style>body{font:16px sans-serif;max-width:70rem;margin:2rem auto}td,th{text-align:left;vertical-align:top;padding:.3rem 1rem .3rem 0}</style>
<h1>Status</h1>
${table(
  ['Service', 'Status', 'Detail'],
  services.map(({ name, status, detail }) => [name, status, detail]),
)}
<h2>Integrations</h2>
${shown}
<h2>Chain</h2>
${chain ? table(['Part', 'Address'], chainRows(chain)) : '<p>None; <code>npm run up -- --chain</code> starts one.</p>'}
`;
}
