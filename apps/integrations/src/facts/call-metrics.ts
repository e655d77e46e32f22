import type { CredentialProvider } from '@questp/messages/integrations';
import { Counter, Gauge, metrics } from '@questp/service';
import { FactFailure, type PlatformAnswer } from '../description/platform-fact.js';

const registers = [metrics];

const calls = new Counter({
  name: 'questp_platform_calls_total',
  help: 'Requests for facts, by platform and outcome (answered, limited if the platform names the time of the next try, or the status of the fact)',
  labelNames: ['platform', 'outcome'],
  registers,
});

const remaining = new Gauge({
  name: 'questp_platform_remaining_requests',
  help: 'Requests that a platform still takes in its current window, as its last answer says',
  labelNames: ['platform'],
  registers,
});

export function noteCall(platform: CredentialProvider, result: PlatformAnswer | FactFailure): void {
  calls.inc({ platform, outcome: outcomeOf(result) });
  if (result instanceof FactFailure) return;
  const left = result.headers['x-rate-limit-remaining'] ?? result.headers['x-ratelimit-remaining'];
  if (typeof left === 'string' && /^\d{1,9}$/.test(left)) remaining.set({ platform }, Number(left));
}

function outcomeOf(result: PlatformAnswer | FactFailure): string {
  if (!(result instanceof FactFailure)) return 'answered';
  return result.retryAt === undefined ? result.status : 'limited';
}
