import { readFile } from 'node:fs/promises';
import { Window } from 'happy-dom';
import { verify } from '../checks/verify.js';
import { completedBundle, type RightBundle } from '../testing/bundles.js';
import { showResult } from './show-result.js';

const SCRIPT = '<img src=x onerror=alert(1)><script>alert(1)</script>\u202e';

describe('the result on the page', () => {
  let window: Window;
  let bundle: RightBundle;

  beforeEach(async () => {
    window = new Window({ url: 'https://quests.example/verify' });
    const page = await readFile(new URL('../../page/verify.html', import.meta.url), 'utf8');
    window.document.body.innerHTML = page.replace(/[^]*<body>|<\/body>[^]*/g, '');
    const { document, HTMLElement, HTMLHeadingElement, HTMLParagraphElement, HTMLTableSectionElement } = window;
    Object.assign(globalThis, { document, HTMLElement, HTMLHeadingElement, HTMLParagraphElement });
    Object.assign(globalThis, { HTMLTableSectionElement, HTMLUListElement: window.HTMLUListElement });
    bundle = completedBundle();
  });
  // Jest wraps the members of global objects after the last test: a document that completes later ends the process.
  afterEach(async () => {
    await window.happyDOM.waitUntilComplete();
    await window.happyDOM.close();
  });

  const result = () => window.document.getElementById('result');
  const links = () => [...(result()?.querySelectorAll('a') ?? [])].map(({ href }) => href);

  it('shows markup in texts of the node and the file as plain text', () => {
    bundle.contract.value.label = SCRIPT;
    bundle.status.value.phase = SCRIPT.slice(0, 40);
    bundle.chain.value.chain_id = SCRIPT.slice(0, 50);
    bundle.node = `https://node.example/${SCRIPT}`;
    const file = { ...bundle, file: { error: SCRIPT }, transfers: { error: SCRIPT } };
    showResult(file, verify(file));
    expect(result()?.querySelectorAll('img, script, iframe, style')).toHaveLength(0);
    expect(result()?.textContent).toContain('<img src=x onerror=alert(1)>');
    expect(result()?.textContent).not.toContain('\u202e');
    expect(window.document.getElementById('verdict')?.textContent).toBe('Something differs');
  });

  it('shows which reads of a pruned node are missing, and advises an archive node', () => {
    bundle.transfers.value = [];
    bundle.history.value = { escrow: false, factory: false };
    showResult(bundle, verify(bundle));
    const textOf = (id: string) => window.document.getElementById(id)?.textContent;
    expect(textOf('verdict')).toBe('Incomplete: something could not be checked');
    expect(textOf('incomplete')).toContain('ask an archive node');
    expect(textOf('checks')).not.toContain('differs');
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    ' javascript:alert(1)',
    'JAVASCRIPT:alert(1)//https://a.example',
  ])('links no file at %s', (uri) => {
    if (bundle.status.value.finalized) bundle.status.value.finalized.allocation_uri = uri;
    showResult(bundle, verify(bundle));
    expect(links()).toHaveLength(3);
    expect(links().filter((url) => !/^(https:\/\/node\.example|blob:)/.test(url))).toEqual([]);
  });
});
