import { MIGRATOR, prepareBroker } from '@questp/broker';
import type { ServiceRow } from '@questp/manifest';
import { connectPatiently, loadConfig, MIGRATE_CONFIG } from '@questp/service';

/** Makes the streams and the consumer of the service. Throws when the broker is out of reach. */
export async function prepareCommand({ name }: ServiceRow): Promise<string> {
  const { MIGRATE_NATS_URL } = loadConfig({ MIGRATE_NATS_URL: MIGRATE_CONFIG.MIGRATE_NATS_URL });
  const connection = await connectPatiently(MIGRATE_NATS_URL, MIGRATOR);
  try {
    await prepareBroker(connection, name);
  } finally {
    await connection.close();
  }
  return `${name}: the broker is prepared\n`;
}
