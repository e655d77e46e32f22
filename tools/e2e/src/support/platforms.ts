import { redirectUrisOf, startEmulators, type Emulators } from '@questp/emulators';

/** The platform's public address, to which the emulated platforms redirect browsers. */
const PUBLIC_URL = 'http://127.0.0.1:3000';

/** The emulated platforms of third parties. */
class Platforms {
  private running: Emulators | undefined;

  /** Returns the variables that make integrations use them. @param host where they listen */
  async start(host = '127.0.0.1'): Promise<Record<string, string>> {
    this.running = await startEmulators({ host, redirectUris: redirectUrisOf(`${PUBLIC_URL}/v1`) });
    return { ...this.running.environment, EGRESS_NETWORKS: `${host}/32` };
  }

  get emulators(): Emulators {
    if (this.running === undefined) throw new Error('No platforms are emulated');
    return this.running;
  }

  async stop(): Promise<void> {
    await this.running?.stop();
  }
}

/** Those of the platform that suites share. */
export const platforms = new Platforms();
