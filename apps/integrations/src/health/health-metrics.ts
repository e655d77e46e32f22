import type { IntegrationHealth } from '@questp/messages/integrations';
import { Gauge, metrics } from '@questp/service';

const registers = [metrics];
const labelNames = ['integration'] as const;

const up = new Gauge({
  name: 'questp_integration_up',
  help: 'Last check of an integration that is set up: 1 it works, 0.5 in part, 0 not; alert when it stays below 1',
  labelNames,
  registers,
});

const remaining = new Gauge({
  name: 'questp_integration_quota_remaining',
  help: 'What is left of the quota of an integration in its current window, as its last check found',
  labelNames,
  registers,
});

const limit = new Gauge({
  name: 'questp_integration_quota_limit',
  help: 'Quota of an integration in a window, as its last check found',
  labelNames,
  registers,
});

const UP = { up: 1, degraded: 0.5, down: 0 };

export function noteHealth({ name, status, quota }: IntegrationHealth): void {
  const labels = { integration: name };
  if (status === 'not_set_up') up.remove(labels);
  else up.set(labels, UP[status]);
  if (quota === null) return;
  remaining.set(labels, quota.remaining);
  limit.set(labels, quota.limit);
}
