import { type Bundle } from '../bundle/bundle.js';
import { type Check, type Outcome } from '../checks/check.js';
import { incompleteness } from '../checks/incomplete.js';
import { isRead } from '../input/part.js';
import { printable } from '../input/printable.js';

const WORDS: Record<Outcome, string> = {
  agrees: 'ok',
  differs: 'DIFFERS',
  unchecked: 'NOT CHECKED',
  later: 'later',
};

/** The checks as a table for a terminal. */
export function table({ claim, node, status, chain }: Bundle, checks: readonly Check[]): string {
  const campaign = isRead(status)
    ? `campaign ${status.value.campaign_id}, attempt ${status.value.funding_attempt}, ${status.value.phase}`
    : 'campaign unknown';
  const block = isRead(chain) ? `, ${chain.value.chain_id} at block ${chain.value.height}` : '';
  const width = Math.max(...checks.map(({ name }) => name.length));
  const rows = checks.map(({ name, outcome, expected, actual }) => {
    const row = `${WORDS[outcome].padEnd(11)}  ${name.padEnd(width)}  ${actual}`;
    return outcome === 'differs' ? `${row}\n${''.padEnd(width + 13)}  expected ${expected}` : row;
  });
  const head = [campaign, `escrow ${claim.escrow}`, `node ${node}${block}`].map((line) => printable(line));
  const incomplete = incompleteness(checks).map(({ missing, try: advice }) => `incomplete: ${missing}; ${advice}`);
  return [...head, '', ...rows, '', totals(checks), ...incomplete, ''].join('\n');
}

function totals(checks: readonly Check[]): string {
  const count = (outcome: Outcome) => checks.filter((check) => check.outcome === outcome).length;
  return `${count('agrees')} agree, ${count('differs')} differ, ${count('unchecked')} could not be checked, ${count('later')} later`;
}
