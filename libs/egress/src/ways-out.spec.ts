import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

const root = resolve(import.meta.dirname, '../../..');

/** Lints texts as if they stood in these files. In a process of its own: Jest's loader cannot load the plugins. */
const LINT = `
  import { ESLint } from 'eslint';
  const eslint = new ESLint({
    ruleFilter: ({ ruleId }) => ruleId.includes('no-restricted'),
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  });
  const refused = await Promise.all(JSON.parse(process.argv[1]).map(async ([filePath, text]) => {
    const [{ messages }] = await eslint.lintText(text, { filePath });
    return messages.map(({ message }) => message);
  }));
  console.log(JSON.stringify(refused));
`;

/** What lint says of each [file, text]. */
async function lint(texts: readonly (readonly [file: string, text: string])[]): Promise<string[][]> {
  const args = ['--input-type=module', '--eval', LINT, JSON.stringify(texts)];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  return JSON.parse(stdout) as string[][];
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
      // What is let out by one way has no other.
      ...refusedIn('libs/egress/src/egress.ts', ["import { connect } from 'node:net';", "await fetch('x');"]),
      ...refusedIn('apps/notifier/src/mail/mail-transport.ts', ["import { request } from 'undici';"]),
      ...refusedIn('apps/notifier/src/mail/mail-worker.ts', ["import { createTransport } from 'nodemailer';"]),
    ]);
    expect(refused.map((messages) => messages.length)).toEqual(refused.map(() => 1));
    expect(refused.flat().every((message) => message.includes('@questp/egress'))).toBe(true);
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
