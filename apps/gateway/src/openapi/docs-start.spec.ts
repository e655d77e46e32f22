import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { CONTRACTS } from '@questp/messages/contracts';
import { ACCESS_TABLE } from '@questp/messages/tables';
import { waitFor } from '@questp/testing';
import { Window, type HTMLInputElement } from 'happy-dom';
import { Operations } from '../operations/operations.js';
import { PAGE, START } from './docs-start.js';
import { createDocument } from './document.js';

const document = createDocument(new Operations(CONTRACTS, ACCESS_TABLE));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.values(methods).map(({ operationId, summary, tags }) => ({
    id: operationId,
    tag: (tags as string[])[0] ?? '',
    text: `${path} ${summary as string} ${operationId}`.toLowerCase(),
  })),
);

/** The page as in a browser: its scripts, including Swagger UI, and the document they fetch. */
describe('the search box of /docs', () => {
  let window: Window;
  let box: HTMLInputElement;

  beforeAll(async () => {
    const bundle = fileURLToPath(import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js'));
    const scripts: Record<string, string> = {
      './docs/ui/swagger-ui-bundle.js': await readFile(bundle, 'utf8'),
      './docs/start.js': START,
    };
    window = new Window({
      url: 'http://gateway.example/docs',
      settings: {
        enableJavaScriptEvaluation: true,
        suppressInsecureJavaScriptEnvironmentWarning: true,
        // Executed below: jsdom would fetch them from a server and block meanwhile.
        disableJavaScriptFileLoading: true,
        disableCSSFileLoading: true,
        handleDisabledFileLoadingAsSuccess: true,
        fetch: {
          interceptor: {
            beforeAsyncRequest: ({ request, window: { Response } }) => {
              const isKnown = request.url.endsWith('/openapi.json');
              const headers = { 'content-type': 'application/json' };
              return Promise.resolve(
                isKnown ? new Response(JSON.stringify(document), { headers }) : new Response(null, { status: 404 }),
              );
            },
          },
        },
      },
    });
    window.document.write(PAGE);
    for (const script of window.document.scripts) window.eval(scripts[script.getAttribute('src') ?? ''] ?? '');
    box = await waitFor(() => window.document.querySelector<HTMLInputElement>('.filter input'));
  });
  afterAll(() => window.happyDOM.close());

  const all = (selector: string) => [...window.document.querySelectorAll(selector)];
  const idsShown = () => all('.opblock').map(({ id }) => id.split('-').at(-1));
  /** React renders asynchronously. */
  const shown = (wanted: typeof operations) => {
    const ids = wanted.map(({ id }) => id).toSorted();
    return waitFor(() => idsShown().toSorted().join() === ids.join(), { what: `${ids.length} operations` });
  };
  const groupsShown = () => all('.opblock-tag').map((group) => group.getAttribute('data-tag'));
  const type = (phrase: string) => {
    // React ignores a value that is set through its own property setter.
    Object.getOwnPropertyDescriptor(window.HTMLInputElement.prototype, 'value')?.set?.call(box, phrase);
    box.dispatchEvent(new window.Event('input', { bubbles: true }));
  };

  it.each([
    ['a path', 'users/ME', 'getMe'],
    ['words of a summary', 'PROFILE your', 'updateMe'],
    ['an operationId', 'createproject', 'createProject'],
    ['words of different parts', '{campaignid} GET leaderboard', 'getCampaignLeaderboard'],
    ['words that no operation has', 'create neverwhere', undefined],
  ])('shows for %s every operation with these words, and no empty group', async (_, phrase, one) => {
    const words = phrase.toLowerCase().split(' ');
    const wanted = operations.filter(({ text }) => words.every((word) => text.includes(word)));
    if (one !== undefined) expect(wanted.map(({ id }) => id)).toContain(one);
    type(phrase);
    await shown(wanted);
    expect(groupsShown().toSorted()).toEqual([...new Set(wanted.map(({ tag }) => tag))].toSorted());
    expect(box.value).toBe(phrase);
  });
});
