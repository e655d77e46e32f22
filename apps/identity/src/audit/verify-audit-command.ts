import { parseArgs } from 'node:util';
import { Database } from '@questp/postgres';
import { DATABASE_CONFIG, loadConfig } from '@questp/service';
import { AuditChainRepository } from './audit-chain.repository.js';
import { readHead, writeHead } from './audit-link.js';
import { verifyAudit } from './verify-audit.js';

/** Prints the head of the chain, which has to be stored outside of the database for a later run. */
export async function verifyAuditCommand(schema: string, args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options: { head: { type: 'string' } } });
  const kept = values.head === undefined ? undefined : readHead(values.head);
  const { DATABASE_URL } = loadConfig({ DATABASE_URL: DATABASE_CONFIG.DATABASE_URL });
  const db = new Database(DATABASE_URL, { schema, poolSize: 1 });
  try {
    const head = await verifyAudit(new AuditChainRepository(db), kept);
    return `every entry fits; head ${writeHead(head)}\n`;
  } finally {
    await db.onApplicationShutdown();
  }
}
