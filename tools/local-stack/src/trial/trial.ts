import { once } from 'node:events';
import { createServer } from 'node:http';
import { redirectUrisOf, startEmulators } from '@questp/emulators';
import { startMailSink } from '../mail/mail-sink.js';

const MAIL_PORTS = { smtp: 1025, http: 8025 };

/**
 * The program of the image `trial`: the emulated platforms at TRIAL_URL, whose port is the same inside and outside of
 * the container, and the mail sink. The emulated platforms send people back to the API at PUBLIC_URL.
 */
export const service = {
  run: async (): Promise<void> => {
    const stopRequested = once(process, 'SIGTERM');
    const { HOST = '127.0.0.1', HEALTH_PORT, PUBLIC_URL = '', TRIAL_URL = '' } = process.env;
    const redirectUris = redirectUrisOf(`${PUBLIC_URL}/v1`);
    const port = Number(new URL(TRIAL_URL).port);
    const emulators = await startEmulators({ host: HOST, port, url: TRIAL_URL, redirectUris });
    const mail = await startMailSink({ host: HOST, ports: MAIL_PORTS });
    const health = createServer((_, response) => response.end()).listen(Number(HEALTH_PORT), HOST);
    await stopRequested;
    health.close();
    health.closeAllConnections();
    await Promise.all([emulators.stop(), mail.stop()]);
  },
};
