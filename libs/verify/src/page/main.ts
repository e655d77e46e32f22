import { fetchBundle, type Progress } from '../bundle/read-bundle.js';
import { verify } from '../checks/verify.js';
import { printable } from '../input/printable.js';
import { findSource } from '../published/find-source.js';
import { fetchChains, type PublishedChain } from '../published/published-chains.js';
import { element, withText } from './elements.js';
import { showResult } from './show-result.js';
import { requireReadable, UnreadableNodeError } from './unreadable-node.js';

const input = (id: string) => element(id, HTMLInputElement);
const [subject, node, factory, checksum, admin] = ['subject', 'node', 'factory', 'checksum', 'admin'].map(input) as [
  HTMLInputElement,
  HTMLInputElement,
  HTMLInputElement,
  HTMLInputElement,
  HTMLInputElement,
];
const chain = element('chain', HTMLSelectElement);
const form = element('form', HTMLFormElement);
const start = element('start', HTMLButtonElement);
const state = element('state', HTMLParagraphElement);
const progress = element('progress', HTMLProgressElement);

/** Chains with escrows, as this platform publishes them. */
let chains: PublishedChain[] = [];

const say = (text: string) => (state.textContent = text);
const messageOf = (error: unknown) => printable(error instanceof Error ? error.message : String(error), 1_000);

/** Fills in what the platform publishes for the chosen chain. */
function showChain(): void {
  const found = chains.find(({ chainId }) => chainId === chain.value);
  node.value = found?.publicRestUrl ?? '';
  factory.value = found?.escrow?.factory ?? '';
  checksum.value = found?.escrow?.checksum ?? '';
  admin.value = found?.escrow ? (found.escrow.admin ?? 'none') : '';
}

async function showChains(): Promise<void> {
  try {
    chains = (await fetchChains(location.origin)).filter(({ escrow }) => escrow !== null);
    if (chains.length === 0)
      say('The platform publishes escrow contracts for no chain: fill in what it should publish.');
  } catch (error) {
    say(`The chains of the platform cannot be read: ${messageOf(error)}`);
  }
  const options = chains.map(({ chainId, name }) => new Option(`${name} (${chainId})`, chainId));
  chain.replaceChildren(...options, new Option('Another', ''));
  showChain();
}

function showProgress({ step, done, total }: Progress): void {
  say(`Reading: ${step}${total === undefined ? '' : `, ${done} of ${total}`}`);
  if (total === undefined || total === 0) progress.removeAttribute('value');
  else [progress.max, progress.value] = [total, done];
}

async function check(): Promise<void> {
  const filled = (field: HTMLInputElement) => field.value.trim() || undefined;
  const published = filled(admin);
  const wanted = {
    subject: subject.value.trim(),
    // The platform knows nothing of a chain that it does not publish.
    ...(chain.value !== '' && { api: location.origin, chainId: chain.value }),
    ...{ node: filled(node)?.replace(/\/+$/, ''), factory: filled(factory), checksum: filled(checksum) },
    ...(published !== undefined && { admin: published === 'none' ? null : published }),
  };
  const { node: asked } = wanted;
  if (asked !== undefined) await requireReadable({ ...wanted, node: asked });
  const source = await findSource(wanted);
  const bundle = await fetchBundle(source, showProgress);
  showResult(bundle, verify(bundle));
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  [start.disabled, progress.hidden, element('result', HTMLElement).hidden] = [true, false, true];
  say('Reading');
  check()
    .then(() => say(''))
    .catch((error: unknown) => {
      say(`Could not check: ${messageOf(error)}`);
      if (error instanceof UnreadableNodeError) state.append(withText('code', printable(error.command, 2_000)));
    })
    .finally(() => ([start.disabled, progress.hidden] = [false, true]));
});
chain.addEventListener('change', showChain);
// Not the node: a link must not choose what this browser reads.
subject.value = new URLSearchParams(location.search).get('id') ?? '';
void showChains();
