import { completedBundle, startNode, type RightBundle } from '@questp/verify/testing';
import { outputOf } from './command.js';
import { browserProgram, startChromium } from './fetched.js';
import type { Part } from './part.js';

/** What browser/verify-page.mjs prints. */
interface Shown {
  prefilled: string;
  state: string;
  verdict: string;
  rows: [outcome: string, ...cells: string[]][];
  links: string[];
  /** What cannot be read in the result, at a width. */
  broken: string[];
  /** URLs. */
  asked: string[];
  errors: string[];
}

const HOSTILE = '<img src=x onerror=alert(1)>';

/** The page /verify in Chromium, with nodes: with a right escrow, with one that differs, none, and one that allows no pages. */
export const verifyPage: Part = {
  name: 'browser',
  title: 'Chromium on /verify',
  prepare: startChromium,
  async run({ url }) {
    const bundle = completedBundle();
    bundle.chain.value.time = new Date().toISOString();
    const node = await startNode(
      () => bundle,
      (path, response) => {
        if (path !== '/allocation.json') return false;
        response.end(JSON.stringify(bundle.file.value));
        return true;
      },
    );
    if (bundle.status.value.finalized) bundle.status.value.finalized.allocation_uri = `${node.url}/allocation.json`;
    try {
      const use = (nodeUrl: string) => shown(url, nodeUrl, bundle);
      const right = await use(node.url);
      bundle.contract.value.label = HOSTILE;
      const wrong = await use(node.url);
      const none = await use('http://127.0.0.1:1');
      bundle.contract.value.label = 'right';
      node.allowsPages = false;
      const closed = await use(node.url);
      const findings = [
        ...[right, wrong, none, closed].flatMap((found) => leaks(found, [url, node.url, 'http://127.0.0.1:1'])),
        ...right.errors.filter((error) => !isAboutChains(error)).map((error) => `error in the page: ${error}`),
        ...wrong.errors.filter((error) => error.startsWith('dialog')),
        ...unless(right.verdict === 'Everything agrees', `a right escrow: "${right.verdict}" ${right.state}`),
        ...unless(right.rows.length > 25, `${right.rows.length} checks are shown`),
        ...unless(wrong.verdict === 'Something differs', `a wrong label: "${wrong.verdict}"`),
        ...unless(
          wrong.rows.filter(([outcome]) => outcome === 'differs').every((row) => row.includes(HOSTILE)),
          'a text of the node is not shown as it is',
        ),
        ...unless(none.state.startsWith('Could not check: http://127.0.0.1:1'), `no node: "${none.state}"`),
        ...unless(
          closed.state.includes('CORS') && closed.state.includes(`npm run -s verify -- c-1 --node ${node.url}`),
          `a node that allows no pages: "${closed.state}"`,
        ),
        ...[right, wrong].flatMap(({ broken }) => broken),
      ];
      return { summary: `${right.rows.length} checks in the browser, against four nodes`, findings };
    } finally {
      node.close();
    }
  },
};

async function shown(url: string, node: string, { claim }: RightBundle): Promise<Shown> {
  const { factory, checksum } = claim;
  const fields = { subject: 'c-1', node, factory, checksum, admin: 'none' };
  const output = await outputOf(process.execPath, [
    await browserProgram('verify-page.mjs'),
    `${url}/verify`,
    JSON.stringify(fields),
  ]);
  return JSON.parse(output) as Shown;
}

/** Requests to others, and a node that a link chose. */
const leaks = ({ asked, prefilled }: Shown, hosts: readonly string[]): string[] => [
  ...asked.filter((one) => !hosts.some((host) => one.startsWith(`${host}/`))).map((one) => `the page asks ${one}`),
  ...unless(!prefilled.includes('evil'), 'a link chooses the node'),
];

/** The platform of the suite has escrow contracts on no chain. */
const isAboutChains = (error: string) => error.includes('404');

const unless = (holds: boolean, finding: string): string[] => (holds ? [] : [finding]);
