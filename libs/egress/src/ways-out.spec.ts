import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../..');

const CONFIGURATION = `
  import { waysOut } from '${root}/oxlint.ways-out.js';
  export default {
    categories: { correctness: 'off' },
    jsPlugins: [{ name: 'eslint-js', specifier: 'oxlint-plugin-eslint' }],
    overrides: waysOut,
  };
`;

interface Finding {
  readonly filename: string;
  readonly message: string;
  readonly help?: string;
}

/** The findings of lint for each [file, text], as if the text were in this file or, for several, beside it. */
async function lint(texts: readonly (readonly [file: string, text: string])[]): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'ways-out-'));
  try {
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    const files: string[] = [];
    for (const [index, [file, text]] of texts.entries()) {
      const path = join(folder, existsSync(join(folder, file)) ? file.replace(/(?=\.)/, `-${index}`) : file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
      files.push(relative(folder, path));
    }
    await writeFile(join(folder, 'oxlint.config.mjs'), CONFIGURATION);
    // It ends with 1 where it found something.
    const { stdout } = await promisify(execFile)(
      join(root, 'node_modules/.bin/oxlint'),
      ['--config=oxlint.config.mjs', '--format=json', 'apps', 'libs'],
      { cwd: folder },
    ).catch((error: { stdout: string }) => error);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: Finding[] };
    return files.map((file) =>
      diagnostics.filter(({ filename }) => filename === file).map(({ message, help = '' }) => `${message} ${help}`),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

const PRODUCT = 'apps/identity/src/main.ts';
const refusedIn = (file: string, texts: readonly string[]) => texts.map((text) => [file, text] as const);

describe('lint', () => {
  it('refuses every other way out of the product', async () => {
    const ways = [
      "await fetch('https://example.org');",
      "await globalThis.fetch('https://example.org');",
      "new WebSocket('wss://example.org');",
      "new EventSource('https://example.org');",
      "import { request } from 'undici';",
      "import axios from 'axios';",
      "import got from 'got';",
      "import fetch from 'node-fetch';",
      "import { WebSocket } from 'ws';",
      "import { get } from 'node:http';",
      "import { request } from 'https';",
      "import * as http from 'node:http';",
      "import http from 'http';",
      "import { connect } from 'node:http2';",
      "import { connect } from 'node:net';",
      "import { connect } from 'node:tls';",
      "import { createSocket } from 'node:dgram';",
      "export { request } from 'node:https';",
      "const { request } = await import('node:https');",
      "const { Agent } = await import('undici');",
      "process.getBuiltinModule('node:net');",
      "import { Client } from 'pg';",
      "import { createTransport } from 'nodemailer';",
      "import { connect } from '@nats-io/transport-node';",
      "import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate';",
    ];
    const refused = await lint([
      ...refusedIn(PRODUCT, ways),
      ...refusedIn('libs/chains/src/address.ts', ["await fetch('https://example.org');"]),
      // An exception allows one way out only.
      ...refusedIn('libs/egress/src/egress.ts', ["import { connect } from 'node:net';", "await fetch('x');"]),
      ...refusedIn('apps/notifier/src/mail/mail-transport.ts', ["import { request } from 'undici';"]),
      ...refusedIn('apps/notifier/src/mail/mail-worker.ts', ["import { createTransport } from 'nodemailer';"]),
    ]);
    expect(ways.filter((_, index) => refused[index]?.length === 0)).toEqual([]);
    expect(refused.filter((messages) => messages.length === 0)).toEqual([]);
    expect(refused.flat().every((message) => message.includes('@questp/egress'))).toBe(true);
  }, 60_000);

  it('refuses to parse JSON from outside without a bound of its levels', async () => {
    const parses = "JSON.parse(await readFile('x', 'utf8'));";
    const [client, node, gateway, own] = await lint([
      ['apps/integrations/src/platforms/codehost/hooks-api.ts', parses],
      ['libs/verify/src/node/fetch-json.ts', parses],
      ['apps/gateway/src/http/json-body.ts', parses],
      ['apps/integrations/src/facts/share-answers.ts', parses],
    ]);
    for (const refused of [client, node, gateway]) expect(refused).toEqual([expect.stringContaining('parseJson')]);
    expect(own).toEqual([]);
  }, 60_000);

  it('takes servers, types and checks of text, what the list lets out, and tests', async () => {
    const refused = await lint([
      ...refusedIn(PRODUCT, [
        "import { createServer, type Server, STATUS_CODES } from 'node:http';",
        "import { isIPv6 } from 'node:net';",
        "import type { Socket } from 'node:net';",
        "import { type Dispatcher } from 'undici';",
        "import { Egress } from '@questp/egress';",
      ]),
      ['libs/egress/src/egress.ts', "import { Agent } from 'undici';"],
      ['apps/notifier/src/mail/mail-transport.ts', "import { createTransport } from 'nodemailer';"],
      ['libs/postgres/src/database.ts', "import { Pool } from 'pg';"],
      ['apps/gateway/src/main.spec.ts', "await fetch('http://127.0.0.1');"],
    ]);
    expect(refused.flat()).toEqual([]);
  }, 60_000);
});
