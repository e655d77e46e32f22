import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Media types of the files, as they are bundled from libs/verify (tools/scripts/bundle.mjs). */
const FILES = {
  'verify.html': 'text/html; charset=utf-8',
  'verify.css': 'text/css; charset=utf-8',
  'verify.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

/** /verify: the page that checks an escrow in the browser, all its files from this server. */
export async function serveVerify(instance: FastifyInstance, folder: string): Promise<void> {
  for (const [name, type] of Object.entries(FILES)) {
    const content = await readFile(join(folder, name), 'utf8');
    const path = name === 'verify.html' ? '/verify' : `/verify/${name}`;
    instance.get(path, (_request, reply) => reply.type(type).send(content));
  }
  instance.get('/verify/', (_request, reply) => reply.redirect('/verify', 308));
}
