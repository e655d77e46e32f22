import { parseArgs } from 'node:util';
import { connectBriefly } from '@questp/broker';
import { Database } from '@questp/postgres';
import { COMMON_CONFIG, DATABASE_CONFIG, loadConfig } from '@questp/service';
import { listParked, replayParked, replayParkedOutbox } from './replay.js';

const help = (
  service: string,
) => `replay-events: events that ${service} could not apply, or could not send, and has parked

  --list   shows them: when, in or out, what, why
  --all    sends them to ${service} again, or from it; what fails again is parked again
  --help   this text

Reads DATABASE_URL and NATS_URL.
`;

/** The command replay-events of a service's main.js; prints its result. Throws when a server is unreachable. */
export async function replayCommand(service: string, schema: string, args = process.argv.slice(2)): Promise<void> {
  const options = { list: { type: 'boolean' }, all: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args, options });
  const print = (text: string) => process.stdout.write(text);
  if (values.help || !(values.list || values.all)) {
    print(help(service));
    return;
  }
  const config = loadConfig({ NATS_URL: COMMON_CONFIG.NATS_URL, DATABASE_URL: DATABASE_CONFIG.DATABASE_URL });
  const db = new Database(config.DATABASE_URL, { schema, poolSize: 1 });
  try {
    if (values.list) {
      const events = await listParked(db);
      for (const { parkedAt, direction, subject, eventId, reason } of events) {
        print(`${parkedAt.toISOString()}  ${direction}  ${subject}  ${eventId ?? 'unreadable'}  ${reason}\n`);
      }
      print(`${events.length} parked\n`);
    }
    if (values.all) print(`${await replayAll(db, config.NATS_URL, service)} sent again\n`);
  } finally {
    await db.onApplicationShutdown();
  }
}

async function replayAll(db: Database, servers: string, service: string): Promise<number> {
  const connection = await connectBriefly(servers, service);
  try {
    return (await replayParked(db, connection, service)) + (await replayParkedOutbox(db));
  } finally {
    await connection.close();
  }
}
