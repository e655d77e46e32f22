import { type Wanted } from '../published/find-source.js';

const BLOCK = '/cosmos/base/tendermint/v1beta1/blocks/latest';
const TIMEOUT_MS = 30_000;

/** A node answers, and does not let pages read the answer. */
export class UnreadableNodeError extends Error {
  constructor(
    node: string,
    /** Does the same checks. */
    readonly command: string,
  ) {
    super(
      `${node} answers, but does not allow pages of other sites to read its answers (CORS). Run the same checks by`,
    );
  }
}

/**
 * A browser does not say why it could not read: a node that answers a request without CORS and not one with CORS allows
 * no pages.
 * @throws UnreadableNodeError
 */
export async function requireReadable(wanted: Wanted & { node: string }): Promise<void> {
  const { node } = wanted;
  if (!(await answers(node, 'cors')) && (await answers(node, 'no-cors')))
    throw new UnreadableNodeError(node, commandFor(wanted));
}

async function answers(node: string, mode: RequestMode): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    await fetch(`${node}${BLOCK}`, { mode, signal, credentials: 'omit', referrerPolicy: 'no-referrer' });
    return true;
  } catch {
    return false;
  }
}

/** The command with the options that are given; a link can fill in the campaign, so every value is quoted. */
export function commandFor({ subject, node, api, chainId, factory, checksum, admin }: Wanted): string {
  const options = { node, api, chain: chainId, factory, checksum, admin: admin === null ? 'none' : admin };
  const given = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${quoted(value)}`],
  );
  return ['npm run -s verify --', quoted(subject), ...given].join(' ');
}

const quoted = (value: string): string =>
  /^[\w.:/-]+$/.test(value) && !value.startsWith('-') ? value : `'${value.replaceAll("'", "'\\''")}'`;
