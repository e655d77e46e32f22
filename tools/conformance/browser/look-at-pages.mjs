// Checks pages in Chromium. It runs in the cache, beside its packages (src/fetched.ts).
// node look-at-pages.mjs <folder or ''> <URLs as JSON>   prints the findings of each as JSON; screenshots go to the folder
import { createRequire } from 'node:module';
import { join } from 'node:path';
import chromium from '@sparticuz/chromium';
import puppeteer from 'puppeteer-core';

const [folder, urls = '[]'] = process.argv.slice(2);
const AXE = createRequire(import.meta.url).resolve('axe-core');
/** CSS pixels of a phone and of a computer. */
const LOOKS = [
  { width: 390, scheme: 'light' },
  { width: 1280, scheme: 'light' },
  { width: 1280, scheme: 'dark' },
];

/** A page about a refused request has the status of the refusal. */
const isRefusal = (text) => text.includes('status of 400');

const browser = await puppeteer.launch({
  executablePath: await chromium.executablePath(),
  args: [...chromium.args, '--no-sandbox'],
  headless: 'shell',
});
const findings = [];
try {
  for (const [index, url] of JSON.parse(urls).entries()) {
    for (const look of LOOKS) await lookAt({ url, ...look, index });
  }
  console.log(JSON.stringify(findings));
} finally {
  await browser.close();
}

async function lookAt({ url, width, scheme, index }) {
  const page = await browser.newPage();
  const find = (what) => findings.push(`${url} at ${width} px, ${scheme}: ${what}`);
  page.on('pageerror', (error) => find(String(error)));
  page.on('console', (message) => message.type() === 'error' && !isRefusal(message.text()) && find(message.text()));
  // For axe; what a policy refuses is looked for without this in other tests.
  await page.setBypassCSP(true);
  await page.setViewport({ width, height: 844 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(url, { waitUntil: 'networkidle0' });
  await page.$$eval('details', (all) => all.forEach((details) => (details.open = true)));
  if (folder) await page.screenshot({ path: join(folder, `${index}-${width}-${scheme}.png`) });
  for (const what of await page.evaluate(wrongIn)) find(what);
  await page.addScriptTag({ path: AXE });
  // Of the many like one in a generated document, the first shows it.
  const violations = await page.evaluate(async () => (await globalThis.axe.run()).violations);
  for (const { id, impact, nodes } of violations) {
    const [node] = nodes;
    if (['serious', 'critical'].includes(impact)) find(`axe-core: ${id} (${nodes.length}): ${node.html.slice(0, 300)}`);
  }
  await page.close();
}

/** Runs in the page. */
function wrongIn() {
  const { documentElement: root, body } = document;
  const texts = body.innerText.replace(/"[^"]*"/g, '');
  return [
    ...(root.lang ? [] : ['no language']),
    ...(document.querySelector('meta[name=viewport]') ? [] : ['no viewport']),
    ...(document.querySelector('link[rel=icon]') ? [] : ['no icon']),
    ...(root.scrollWidth > root.clientWidth ? [`${root.scrollWidth} px wide`] : []),
    ...(/\d{4}-\d\d-\d\dT\d\d:\d\d/.exec(texts) ?? []).map((time) => `a raw time: ${time}`),
  ];
}
