import { Inject, Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import {
  CREDENTIAL_TEST_SECONDS,
  testCredential,
  type CredentialProvider,
  type CredentialTest,
} from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { CONFIG, Rpc } from '@questp/service';
import { Credentials, reveal, type Current } from './credentials.js';
import { findingOf, type Finding } from '../outbound/finding.js';
import { PLATFORMS, type PlatformConfig } from '../platforms/index.js';
import { UnreadableCredential } from './stored-fields.js';

const TIMEOUT_MS = 4_000;

const NOT_READABLE: Finding = {
  outcome: 'not_readable',
  detail: 'What is stored cannot be read with the master keys; store its fields again.',
};

interface Known {
  /** Of the values that were tested. */
  version: string;
  /** As performance.now() has it. */
  until: number;
  test: Promise<CredentialTest>;
}

@Injectable()
export class TestCredential {
  /** Also while it runs: whoever asks meanwhile waits for the same. */
  private readonly known = new Map<CredentialProvider, Known>();

  constructor(
    private readonly credentials: Credentials,
    private readonly egress: Egress,
    @Inject(CONFIG) private readonly config: PlatformConfig,
  ) {}

  @Rpc(testCredential)
  async execute({ provider }: RequestOf<typeof testCredential>): Promise<CredentialTest> {
    const checkedAt = new Date().toISOString();
    const read = await this.credentials.read(provider).catch((error: unknown) => {
      if (error instanceof UnreadableCredential) return NOT_READABLE;
      throw error;
    });
    if ('outcome' in read) return { provider, ...read, checkedAt };
    const { updatedAt, ...current } = read;
    const version = `${current.source} ${updatedAt?.getTime()}`;
    const known = this.known.get(provider);
    if (known?.version === version && known.until > performance.now()) return known.test;
    const test = this.find(provider, current).then((finding) => ({ provider, ...finding, checkedAt }));
    this.known.set(provider, { version, until: performance.now() + CREDENTIAL_TEST_SECONDS * 1_000, test });
    return test;
  }

  private async find(provider: CredentialProvider, { source, values }: Current): Promise<Finding> {
    const { probe } = PLATFORMS[provider];
    if (probe === undefined) return { outcome: 'not_available', detail: 'There is no call that tests it.' };
    const missing = probe.needs.filter((name) => !values.has(name));
    if (missing.length > 0) return { outcome: 'not_set', detail: `Set ${missing.join(' and ')} first.` };
    const revealed = reveal(values);
    if ('run' in probe) return probe.run(this.egress, revealed);
    const isNamed = probe.isNamed && source === 'stored';
    const answer = await this.egress.get(probe.url(revealed, this.config), {
      destination: provider,
      namedBy: isNamed ? 'operator' : 'platform',
      headers: { accept: 'application/json', ...probe.headers?.(revealed, this.config) },
      timeoutMs: TIMEOUT_MS,
    });
    return findingOf(answer, probe.shows);
  }
}
