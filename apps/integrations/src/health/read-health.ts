import { Injectable } from '@nestjs/common';
import {
  CREDENTIAL_PROVIDERS,
  HEALTH_SECONDS,
  INTEGRATIONS,
  readIntegrationsHealth,
  type CredentialProvider,
  type HealthStatus,
  type Integration,
  type IntegrationHealth,
} from '@questp/messages/integrations';
import { Rpc } from '@questp/service';
import { TestCredential, type Tested } from '../credentials/test-credential.js';
import { inTime, type Finding } from '../outbound/finding.js';
import { Recent } from '../outbound/recent.js';
import { Platforms } from '../description/platforms.js';
import { ChargesRepository } from '../spend/charges.repository.js';
import { DeliveriesRepository } from '../webhooks/deliveries.repository.js';
import { CheckFileStorage } from '../files/storage/check-file-storage.js';
import { noteHealth } from './health-metrics.js';

/** Fraction of a quota below which it counts as nearly used. */
const LOW = 0.1;

const STATUSES: Readonly<Record<Finding['outcome'], HealthStatus>> = {
  works: 'up',
  limited: 'degraded',
  refused: 'down',
  misconfigured: 'down',
  no_answer: 'down',
  not_readable: 'down',
  not_set: 'not_set_up',
  disabled: 'not_set_up',
};

/** Checks all integrations in parallel. Each check has its own timeout and its own cached result. */
@Injectable()
export class ReadHealth {
  private readonly recent = new Recent<Integration, Tested>(HEALTH_SECONDS);

  constructor(
    private readonly platforms: Platforms,
    private readonly testCredential: TestCredential,
    private readonly checkFileStorage: CheckFileStorage,
    private readonly chargesRepository: ChargesRepository,
    private readonly deliveriesRepository: DeliveriesRepository,
  ) {}

  @Rpc(readIntegrationsHealth)
  async execute(): Promise<{ items: IntegrationHealth[] }> {
    const all = await Promise.all(INTEGRATIONS.map((name) => this.check(name)));
    return { items: all.map(({ health }) => health) };
  }

  async check(name: Integration): Promise<Checked> {
    const checked = toHealth(name, await this.test(name));
    noteHealth(checked.health);
    return checked;
  }

  private async test(name: Integration): Promise<Tested> {
    const provider = CREDENTIAL_PROVIDERS.find((one) => one === name);
    if (provider !== undefined) return this.testProvider(provider);
    const check = name === 'file_storage' ? this.checkFileStorage : this.platforms.setupCheck(name);
    if (check === undefined) throw new Error(`No platform checks ${name}`);
    const checkedAt = new Date().toISOString();
    return this.recent.get(name, '', async () => ({ ...(await inTime(check.execute())), checkedAt }));
  }

  /** Adds the quota as counted here if the provider reports none. Quotas per minute are too short to act on. */
  private async testProvider(name: CredentialProvider): Promise<Tested> {
    const tested = await this.withDeliveries(name, await this.testCredential.test(name));
    const quota = this.platforms.of(name).api?.quota?.(this.platforms.config);
    if (tested.outcome !== 'works' || tested.quota || quota?.of !== 'requests' || quota.window === 'minute')
      return tested;
    return { ...tested, quota: await this.chargesRepository.leftOf(name, quota) };
  }

  /** Adds the number of webhook deliveries of the provider that could not be processed. */
  private async withDeliveries(name: CredentialProvider, tested: Tested): Promise<Tested> {
    const givenUp = tested.outcome === 'works' ? await this.deliveriesRepository.givenUp(name) : 0;
    if (givenUp === 0) return tested;
    const lost = `${givenUp} of its webhook requests of the last 24 hours failed at every try and had no effect; the log of integrations says why.`;
    return { ...tested, detail: `${tested.detail} ${lost}`, isWarning: true };
  }
}

export interface Checked {
  health: IntegrationHealth;
  /** True if the quota is used up or nearly used. */
  isLow: boolean;
}

function toHealth(name: Integration, { outcome, isWarning, quota, detail, checkedAt }: Tested): Checked {
  const isLow = outcome === 'limited' || (quota !== undefined && quota.remaining < quota.limit * LOW);
  const status = STATUSES[outcome];
  return {
    isLow,
    health: {
      name,
      status: status === 'up' && (isWarning || isLow) ? 'degraded' : status,
      detail: isLow && outcome === 'works' ? `${detail} ${NEARLY_USED}` : detail,
      quota: quota === undefined ? null : { ...quota, resetsAt: quota.resetsAt?.toISOString() ?? null },
      checkedAt,
    },
  };
}

const NEARLY_USED = 'The quota is nearly used; raise it, or wait until it is reset.';
