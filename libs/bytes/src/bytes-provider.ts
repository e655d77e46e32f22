import { CONFIG, LOGGER, type BaseConfig, type ConfigOf, type Logger } from '@questp/service';
import { BYTES_CONFIG, BytesServer } from './bytes-server.js';

/** For a service with BYTES_CONFIG, whose module closes it. */
export const bytesProvider = {
  provide: BytesServer,
  inject: [CONFIG, LOGGER],
  useFactory: async ({ INTERNAL_HOST, BYTES_PORT }: BaseConfig & ConfigOf<typeof BYTES_CONFIG>, logger: Logger) => {
    const server = new BytesServer(logger);
    await server.listen(INTERNAL_HOST, BYTES_PORT);
    return server;
  },
};
