import { startTraceCollector, type TraceCollector } from '@questp/local-stack';
import { node } from './chain-node.js';
import { escrowChain } from './escrow-chain.fixture.js';
import { mailbox } from './mailbox.js';
import { e2e } from './one-platform.fixture.js';
import { TWO_OF_EACH, usePlatform } from './platform.fixture.js';
import { platforms } from './platforms.js';

/** Where the platform sends its traces. */
export let traces: TraceCollector;

// The shared platform, with an emulated chain node, the contract host as a chain of escrows, emulated platforms, a mailbox
// and a trace collector.
usePlatform(async () => {
  traces = await startTraceCollector(0);
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url, OTEL_BSP_SCHEDULE_DELAY: '200' };
  return {
    replicas: TWO_OF_EACH,
    env: {
      CHAINS: JSON.stringify([(await node.start()).entry, await escrowChain.start()]),
      // Endpoints of projects are at loopback addresses.
      PROJECT_EGRESS_NETWORKS: '127.0.0.1/32',
      ...(await mailbox.start()),
      ...(await platforms.start()),
      ...tracing,
    },
  };
}, e2e);
afterAll(() => Promise.all([node.stop(), escrowChain.stop(), mailbox.stop(), platforms.stop(), traces.stop()]));
