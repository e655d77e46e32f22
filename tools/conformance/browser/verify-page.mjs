// Uses /verify in Chromium. It runs in the cache, beside its packages (src/fetched.ts).
// node verify-page.mjs                       only starts Chromium
// node verify-page.mjs <url> <fields as JSON>   prints the shown text, the requests and the errors as JSON
import chromium from '@sparticuz/chromium';
import puppeteer from 'puppeteer-core';

const [url, fields] = process.argv.slice(2);

// The package disables CORS, which decides what this page can read.
const withCors = chromium.args.filter((option) => option !== '--disable-web-security');

const browser = await puppeteer.launch({
  executablePath: await chromium.executablePath(),
  args: [...withCors, '--no-sandbox'],
  headless: 'shell',
});
try {
  if (url !== undefined) console.log(JSON.stringify(await useOf(url, JSON.parse(fields ?? '{}'))));
} finally {
  await browser.close();
}

/** Fills in the form, presses the button and waits for the result. */
async function useOf(address, { subject, ...published }) {
  const page = await browser.newPage();
  const errors = [];
  const asked = new Set();
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('request', (request) => asked.add(request.url()));
  page.on('dialog', (dialog) => {
    errors.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(`${address}?id=${encodeURIComponent(subject)}&node=https://evil.example`);
  await page.waitForFunction(() => document.querySelectorAll('#chain option').length > 0);
  const prefilled = await page.$eval('#node', ({ value }) => value);
  await page.select('#chain', '');
  await page.$eval('details', (details) => (details.open = true));
  for (const [id, value] of Object.entries(published)) await page.type(`#${id}`, value);
  await page.click('#start');
  await page.waitForFunction(() => !document.querySelector('#start').disabled, { timeout: 60_000 });
  const broken = await page.evaluate(shownThoughHidden);
  for (const width of [390, 1280]) {
    await page.setViewport({ width, height: 844 });
    for (const what of await page.evaluate(brokenIn)) broken.push(`at ${width} px: ${what}`);
  }
  return {
    broken,
    ...{ prefilled, errors, asked: [...asked] },
    state: await page.$eval('#state', ({ textContent }) => textContent),
    verdict: await page.$eval('#verdict', ({ textContent }) => textContent),
    rows: await page.$$eval('#checks tr', (rows) =>
      rows.map((row) => [row.className, ...[...row.cells].map(({ textContent }) => textContent)]),
    ),
    links: await page.$$eval('#links a', (links) => links.map(({ href }) => href)),
  };
}

/** Runs in the page: elements with the attribute `hidden` that take up space. */
function shownThoughHidden() {
  const hidden = [...document.querySelectorAll('[hidden]')].filter((element) => element.getClientRects().length > 0);
  return hidden.map(({ localName }) => `<${localName} hidden> is shown`);
}

/** Runs in the page: whether it is wider than the screen, and words of at most 14 letters that are on two lines. */
function brokenIn() {
  const { documentElement: root } = document;
  const found = root.scrollWidth > root.clientWidth ? [`the page is ${root.scrollWidth} px wide`] : [];
  const texts = document.createTreeWalker(document.querySelector('#checks'), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    for (const { 0: word, index } of text.data.matchAll(/[^\s]+/g)) {
      const range = document.createRange();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (word.length <= 14 && lines.size > 1) found.push(`"${word}" is broken`);
    }
  }
  return found;
}
