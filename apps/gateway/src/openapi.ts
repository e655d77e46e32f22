import 'reflect-metadata';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Bus, createLogger, HealthServer } from '@questp/service';
import { ACCESS_TABLE } from './access/access-table.js';
import { Routes } from './access/routes.js';
import { AppModule } from './app.module.js';
import { readConfig } from './config.js';
import { limitsOf } from './edge/rate-limits/limits.js';
import { RateLimits } from './edge/rate-limits/rate-limits.js';
import { SharedCounter } from './edge/rate-limits/shared-counter.js';
import { createDocument } from './openapi/document.js';
import { errorsMarkdown } from './openapi/error-docs.js';

/** Writes the generated documents (`--write`), or fails when a committed one differs. Connects to nothing. */
async function main(): Promise<void> {
  const files: [string, string][] = [
    ['docs/openapi.json', `${JSON.stringify(await openApi(), null, 2)}\n`],
    ['docs/errors.md', errorsMarkdown()],
  ];
  const differing: string[] = [];
  for (const [name, content] of files) {
    const path = fileURLToPath(new URL(`../../../${name}`, import.meta.url));
    if (process.argv.includes('--write')) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, content);
    } else if ((await readFile(path, 'utf8').catch(() => '')) !== content) {
      differing.push(name);
    }
  }
  if (differing.length === 0) return;
  process.stderr.write(`${differing.join(', ')} differ from the code: npx nx run gateway:write-docs\n`);
  process.exitCode = 1;
}

async function openApi() {
  const config = readConfig({ HEALTH_PORT: '1' });
  const logger = createLogger('openapi', 'silent');
  const bus = new Bus(config.NATS_URL, 'openapi', logger);
  const limits = new RateLimits(new SharedCounter(bus), limitsOf(config), logger);
  const module = AppModule.with({ config, logger, bus, health: new HealthServer() }, limits);
  const app = await NestFactory.create<NestFastifyApplication>(module, new FastifyAdapter(), { logger: false });
  return createDocument(app, new Routes(app, ACCESS_TABLE));
}

await main();
