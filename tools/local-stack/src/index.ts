export { cacheDirectory } from './directories.js';
export { findOnPath } from './find-on-path.js';
export { runPlatform, type PlatformOptions } from './run/platform.js';
export { type Stack } from './run/stack-file.js';
export { SentenceError } from './sentence-error.js';
export { followRequest, tracesOf } from './traces/follow.js';
export { startTraceCollector, type TraceCollector } from './traces/collector.js';
export { countTests, failures, slowestFiles, type JestReport, type Totals } from './tests/test-results.js';
export { startTestServers, type TestServers } from './tests/test-server.js';
