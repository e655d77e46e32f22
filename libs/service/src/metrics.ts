import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export { Counter, Gauge, Histogram } from 'prom-client';

export const metrics = new Registry();

export const startDefaultMetrics = (service: string): void => {
  metrics.setDefaultLabels({ service });
  // Every 100 ms: the default of 10 ms wakes an idle process a hundred times a second.
  collectDefaultMetrics({ register: metrics, eventLoopMonitoringPrecision: 100 });
};

const registers = [metrics];

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
