import { Injectable } from '@nestjs/common';
import { Egress } from '@questp/egress';
import {
  CREDENTIAL_TEST_SECONDS,
  ESCROW_KEYS,
  testCredential,
  type CredentialProvider,
  type CredentialTest,
} from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Bus, Rpc } from '@questp/service';
import { Credentials, reveal, type Current } from './credentials.js';
import { TestEscrowKey } from './test-escrow-key.js';
import { UnreadableCredential } from './stored-fields.js';
import type { Values } from '../description/authorization.js';
import { CHECK_MS, findingOf, inTime, jsonOf, UNDESCRIBED, type Finding } from '../outbound/finding.js';
import type { OwnProbe, PlatformConfig, Probe } from '../description/platform.js';
import { Platforms } from '../description/platforms.js';
import { Recent } from '../outbound/recent.js';
import { PlanRefusal } from '../description/platform-fact.js';
import { failureOf } from '../description/retry-at.js';

const LIST = new Intl.ListFormat('en');
const DISABLED: Finding = { outcome: 'disabled', detail: 'The provider is disabled; nothing uses its credential.' };
const NOT_READABLE: Finding = {
  outcome: 'not_readable',
  detail: 'The stored credential cannot be decrypted with the current master keys; store its fields again.',
};

/** Order of precedence when several probes run. */
const WORST_FIRST: readonly Finding['outcome'][] = ['refused', 'misconfigured', 'no_answer', 'limited', 'works'];

export interface Tested extends Finding {
  checkedAt: string;
}

@Injectable()
export class TestCredential {
  private readonly recent = new Recent<CredentialProvider, Tested>(CREDENTIAL_TEST_SECONDS);

  constructor(
    private readonly platforms: Platforms,
    private readonly credentials: Credentials,
    private readonly testEscrowKey: TestEscrowKey,
    private readonly egress: Egress,
    private readonly bus: Bus,
  ) {}

  @Rpc(testCredential)
  async execute({ provider }: RequestOf<typeof testCredential>): Promise<CredentialTest> {
    const { outcome, detail, checkedAt } = await this.test(provider);
    return { provider, outcome, detail, checkedAt };
  }

  /** Tests a credential within 4 seconds. The result of the same values is reused for a minute. */
  async test(provider: CredentialProvider): Promise<Tested> {
    const read = await this.credentials.read(provider).catch((error: unknown) => {
      if (error instanceof UnreadableCredential) return NOT_READABLE;
      throw error;
    });
    const checkedAt = new Date().toISOString();
    if ('outcome' in read) return { ...read, checkedAt };
    const { updatedAt, publicKey = null, ...current } = read;
    const version = `${current.source} ${updatedAt?.getTime()}`;
    return this.recent.get(provider, version, async () => ({
      ...(await inTime(this.find(provider, current, publicKey))),
      checkedAt,
    }));
  }

  private async find(
    provider: CredentialProvider,
    { source, values }: Current,
    publicKey: Buffer | null,
  ): Promise<Finding> {
    const { disabled, probe, clientProbe } = this.platforms.of(provider);
    if (disabled) return DISABLED;
    const role = ESCROW_KEYS.find((key) => key === provider);
    if (role !== undefined) {
      if (publicKey === null) return { outcome: 'not_set', detail: 'Set a mnemonic or an external signer first.' };
      return combined(await this.testEscrowKey.execute(role, { values, publicKey }), []);
    }
    const probes = [clientProbe ?? [], probe ?? []].flat();
    const ready = probes.filter(({ needs }) => needs.every((name) => values.has(name)));
    const missing = new Set(probes.flatMap(({ needs }) => needs.filter((name) => !values.has(name))));
    if (ready.length === 0) return notSet([...missing]);
    const found = await Promise.all(ready.map((one) => this.run(provider, one, source, reveal(values))));
    const unset = missing.size > 0 ? [`Not set: ${LIST.format(missing)}.`] : [];
    return combined(found, unset);
  }

  private async run(
    provider: CredentialProvider,
    probe: Probe<PlatformConfig> | OwnProbe<PlatformConfig>,
    source: Current['source'],
    values: Values,
  ): Promise<Finding> {
    if ('run' in probe) return probe.run({ egress: this.egress, bus: this.bus }, values, this.platforms.config);
    const answer = await this.egress.get(probe.url(values, this.platforms.config), {
      destination: provider,
      namedBy: probe.isNamed && source === 'stored' ? 'operator' : 'platform',
      headers: { accept: 'application/json', ...probe.headers?.(values, this.platforms.config) },
      timeoutMs: CHECK_MS,
    });
    const { api } = this.platforms.of(provider);
    if (answer.outcome === 'answered') {
      const json = jsonOf(answer.body);
      const failure = api && failureOf(api, { ...answer, json });
      // The credential is valid; other reads may be in the plan.
      if (failure instanceof PlanRefusal) return { outcome: 'works', isWarning: true, detail: failure.message };
      if (failure?.status === 'unavailable') return { outcome: 'limited', detail: failure.message };
      if (answer.status === 200 && probe.reads !== undefined) {
        const shown = probe.reads(json ?? answer.body.toString('utf8'), values);
        return shown ? { outcome: 'works', ...shown } : UNDESCRIBED;
      }
    }
    const finding = findingOf(answer, probe.shows);
    if (finding.outcome !== 'refused') return finding;
    return { ...finding, detail: `${finding.detail} Check ${LIST.format(probe.needs)}.` };
  }
}

const notSet = (fields: readonly string[]): Finding => ({
  outcome: 'not_set',
  detail: `Set ${LIST.format(fields)} first.`,
});

/**
 * Combines findings: the worst outcome, with the details of the findings that have it.
 *
 * @param also sentences to append
 */
function combined(found: readonly Finding[], also: readonly string[]): Finding {
  const outcome = WORST_FIRST.find((one) => found.some((finding) => finding.outcome === one)) ?? 'works';
  const details = found.flatMap((finding) => (finding.outcome === outcome ? finding.detail : []));
  const quota = found.find((finding) => finding.quota !== undefined)?.quota;
  return {
    outcome,
    detail: [...new Set([...details, ...also])].join(' ').slice(0, 2_000),
    ...(found.some(({ isWarning }) => isWarning) && { isWarning: true }),
    ...(quota && { quota }),
  };
}
