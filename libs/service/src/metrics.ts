import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { atMost } from './at-most.js';

export { Counter, Gauge, Histogram } from 'prom-client';

export const metrics = new Registry();

export const startDefaultMetrics = (service: string): void => {
  metrics.setDefaultLabels({ service });
  // Every 100 ms: the default of 10 ms wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 100 });
};

const registers = [metrics];

const ASK_MS = 1_000;

/**
 * A gauge whose value is asked for when the metrics are read; without a value while that fails or takes longer than a
 * second. Nothing is asked before `readBy`.
 */
export class AskedGauge {
  private read: (() => Promise<number>) | undefined;

  constructor(name: string, help: string) {
    const gauge = new Gauge({
      name,
      help,
      registers,
      collect: async () => {
        gauge.remove();
        const value = this.read && (await atMost(ASK_MS, this.read()));
        if (value !== undefined) gauge.set(value);
      },
    });
  }

  readBy(read: () => Promise<number>): void {
    this.read = read;
  }
}

export const rpcHandled = new Histogram({
  name: 'questp_rpc_handled_seconds',
  help: 'Time a message handler took, by subject and outcome (ok or error code)',
  labelNames: ['subject', 'outcome'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers,
});

export const rpcCalled = new Counter({
  name: 'questp_rpc_calls_total',
  help: 'Requests sent to other services, by subject and outcome (ok or error code)',
  labelNames: ['subject', 'outcome'],
  registers,
});

export const inFlight = new Gauge({
  name: 'questp_rpc_in_flight',
  help: 'Message handlers running now',
  registers,
});
