import { type Bundle } from '../bundle/bundle.js';
import { type Check, type Outcome } from '../checks/check.js';
import { incompleteness } from '../checks/incomplete.js';
import { verdict } from '../checks/verify.js';
import { isRead } from '../input/part.js';
import { printable } from '../input/printable.js';
import { element, withText } from './elements.js';

const WORDS: Record<Outcome, string> = {
  agrees: 'ok',
  differs: 'differs',
  unchecked: 'not checked',
  later: 'later',
};

const VERDICTS = {
  agrees: 'Everything agrees',
  differs: 'Something differs',
  unchecked: 'Incomplete: something could not be checked',
};

export function showResult(bundle: Bundle, checks: readonly Check[]): void {
  const found = verdict(checks);
  const title = element('verdict', HTMLHeadingElement);
  title.textContent = VERDICTS[found];
  title.className = found;
  element('subjects', HTMLParagraphElement).textContent = subjectsOf(bundle);
  element('incomplete', HTMLUListElement).replaceChildren(
    ...incompleteness(checks).map(({ missing, try: advice }) => withText('li', `${missing}; ${advice}`)),
  );
  element('checks', HTMLTableSectionElement).replaceChildren(...checks.map(rowOf));
  element('links', HTMLUListElement).replaceChildren(...linksOf(bundle));
  element('result', HTMLElement).hidden = false;
}

function subjectsOf({ claim, node, chain, status }: Bundle): string {
  const campaign = isRead(status)
    ? `Campaign ${status.value.campaign_id}, attempt ${status.value.funding_attempt}, ${status.value.phase}. `
    : '';
  const block = isRead(chain) ? `, ${chain.value.chain_id} at block ${chain.value.height}` : '';
  return printable(`${campaign}Escrow ${claim.escrow}, by ${node}${block}.`);
}

function rowOf({ name, outcome, expected, actual }: Check): HTMLTableRowElement {
  const row = document.createElement('tr');
  row.className = outcome;
  const cells = {
    Result: WORDS[outcome],
    Check: name,
    Found: actual,
    Expected: outcome === 'differs' ? expected : '',
  };
  row.append(
    ...Object.entries(cells).map(([column, text]) => {
      const cell = withText('td', text);
      cell.dataset['column'] = column;
      return cell;
    }),
  );
  return row;
}

/** The node's own answers, the published file, and everything that was read. */
function linksOf(bundle: Bundle): HTMLLIElement[] {
  const { node, claim, status } = bundle;
  const contract = `${node}/cosmwasm/wasm/v1/contract/`;
  const links = [
    linkTo(`${contract}${claim.escrow}`, 'The escrow at the node'),
    linkTo(`${contract}${claim.factory}`, 'The factory at the node'),
  ];
  const uri = isRead(status) ? status.value.finalized?.allocation_uri : undefined;
  if (uri !== undefined && /^https?:\/\//.test(uri)) links.push(linkTo(uri, 'The published allocation file'));
  const saved = URL.createObjectURL(new Blob([JSON.stringify(bundle)], { type: 'application/json' }));
  const save = linkTo(saved, 'Everything that was read, to check it again offline');
  save.download = `verify-${claim.escrow}.json`;
  return [...links, save].map((link) => {
    const item = document.createElement('li');
    item.append(link);
    return item;
  });
}

function linkTo(url: string, text: string): HTMLAnchorElement {
  const link = withText('a', text);
  link.href = url;
  link.rel = 'noreferrer';
  return link;
}
