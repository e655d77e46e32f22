import { parseArgs } from 'node:util';
import { type Wanted } from '../published/find-source.js';

export const HELP = `npm run -s verify -- <campaign id or escrow address> [<options>]
npm run -s verify -- --offline <bundle>

Checks an escrow and its payouts from a chain node and the public allocation file alone (specification 4.5): who made
it, of which code, what it holds, the allocation entry by entry, every payout as a transfer. Prints a table.

  --node <url>       REST endpoint of a node of the chain, one you trust or run: all facts come from it
  --api <url>        API of the platform; its GET /v1/chains and allocation.json give what the options below do not
  --chain <id>       the chain, where the platform has escrows on several and no node is given
  --factory <addr>   the published factory
  --checksum <hex>   the published SHA-256 of the escrow's Wasm
  --admin <addr>     the published escrow admin; "none" where escrows are immutable
  --file <path|url>  the allocation file; without it and --api, the address that the chain names
  --distribution, --leaderboard, --manifests <path>
                     distribution.csv and leaderboard.csv as exported, and the answer of
                     GET /v1/projects/:projectId/export-manifests: also checks that they agree with the allocation
                     file and the chain, on one position of the points ledger
  --save <path>      writes what was read as a bundle
  --offline <path>   checks a saved bundle; nothing is read from the network
  --json             prints one JSON object instead of the table
  --help             this text

Exit code: 0 everything agrees, 1 something differs, 2 incomplete: something could not be checked, 3 wrong options.
A node that has dropped old transactions has not all transfers: the result is incomplete, and says what to try.`;

/** Sentence about wrong options. */
export class OptionsError extends Error {}

/** Paths of exported files. */
export interface ExportPaths {
  distribution: string;
  leaderboard: string;
  manifests: string;
}

export type Options = { json: boolean; exports?: ExportPaths } & (
  | { offline: string }
  | {
      wanted: Wanted;
      /** Path of the allocation file. */
      file?: string;
      save?: string;
    }
);

/**
 * @returns undefined when help is asked for
 * @throws OptionsError
 */
export function readOptions(args: string[]): Options | undefined {
  const { values, positionals } = parse(args);
  if (values.help) return undefined;
  const { json = false, offline, save, node, api, chain, factory, checksum, admin, file } = values;
  const exports = exportsIn(values);
  const [subject, ...more] = positionals;
  if (offline !== undefined) {
    if (subject !== undefined) throw new OptionsError('--offline names what it checks: give no campaign with it.');
    return { json, ...exports, offline };
  }
  if (subject === undefined || more.length > 0) throw new OptionsError('Give one campaign id or escrow address.');
  if (node === undefined && api === undefined) throw new OptionsError('Give --node, --api or both.');
  for (const [name, url] of Object.entries({ node, api })) {
    if (url !== undefined && !isUrl(url)) throw new OptionsError(`--${name} takes an http or https address.`);
  }
  if (checksum !== undefined && !/^[0-9a-f]{64}$/.test(checksum))
    throw new OptionsError('--checksum takes 64 lowercase hex characters.');
  const wanted: Wanted = {
    ...{ subject, node, api, chainId: chain, factory, checksum },
    ...(admin !== undefined && { admin: admin === 'none' ? null : admin }),
    ...(file !== undefined && isUrl(file) && { file: { url: file } }),
  };
  return {
    json,
    ...exports,
    wanted,
    ...(file !== undefined && !isUrl(file) && { file }),
    ...(save !== undefined && { save }),
  };
}

function exportsIn(values: Partial<ExportPaths>): { exports?: ExportPaths } {
  const { distribution, leaderboard, manifests } = values;
  if (distribution !== undefined && leaderboard !== undefined && manifests !== undefined)
    return { exports: { distribution, leaderboard, manifests } };
  if (distribution === undefined && leaderboard === undefined && manifests === undefined) return {};
  throw new OptionsError('Give --distribution, --leaderboard and --manifests together.');
}

const isUrl = (text: string): boolean => /^https?:\/\//.test(text);

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...{ node: text, api: text, chain: text, factory: text, checksum: text, admin: text, file: text },
        ...{ distribution: text, leaderboard: text, manifests: text },
        ...{ save: text, offline: text, json: { type: 'boolean' }, help: { type: 'boolean' } },
      },
    });
  } catch (error) {
    throw new OptionsError(error instanceof Error ? error.message : String(error));
  }
}
