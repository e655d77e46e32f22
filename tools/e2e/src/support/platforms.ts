import { OAUTH_NAMES, startEmulators, type Emulators } from '@questp/emulators';

/** The platform's public address, to which the emulated platforms redirect browsers. */
const PUBLIC_URL = 'http://127.0.0.1:3000';

/** The emulated platforms of third parties. */
class Platforms {
  private running: Emulators | undefined;

  /** Returns the variables that make integrations use them. */
  async start(): Promise<Record<string, string>> {
    const redirectUris = Object.fromEntries(
      OAUTH_NAMES.map((name) => [name, [`${PUBLIC_URL}/v1/auth/oauth/callback/${name}`]]),
    );
    this.running = await startEmulators({ redirectUris });
    return this.running.environment;
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
