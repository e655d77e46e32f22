import { setTimeout as sleep } from 'node:timers/promises';
import { readStack } from '../processes/stack-file.js';
import { SentenceError } from '../sentence-error.js';
import { printTrace } from './print-trace.js';
import type { Span } from './spans.js';

/** Processes send their spans within a second, and events are applied after the answer. */
const WAIT_MS = 5_000;
const QUIET_MS = 1_500;
const LOOK_MS = 250;

/** The printed trace of a request, once no more spans arrive. @throws SentenceError if there is none */
export async function followRequest(collectorUrl: string, requestId: string): Promise<string> {
  const until = Date.now() + WAIT_MS;
  let spans: Span[] = [];
  let changedAt = Date.now();
  while (Date.now() < until && (spans.length === 0 || Date.now() < changedAt + QUIET_MS)) {
    const found = await spansOf(collectorUrl, requestId);
    if (found.length !== spans.length) changedAt = Date.now();
    spans = found;
    await sleep(LOOK_MS);
  }
  if (spans.length > 0) return printTrace(requestId, spans);
  throw new SentenceError(
    `There is no trace of ${requestId}: it is kept for the last 2000 requests, as long as the platform runs.`,
  );
}

/**
 * The address of the collector of the platform that runs in this checkout.
 * @throws SentenceError if none runs, or its traces go elsewhere
 */
export function tracesOf(root: string): string {
  const stack = readStack(root);
  if (!stack) throw new SentenceError('The platform of this checkout does not run: npm run up starts it.');
  if (stack.tracesUrl !== null) return stack.tracesUrl;
  throw new SentenceError('The traces of this platform are sent to the collector in OTEL_EXPORTER_OTLP_ENDPOINT.');
}

async function spansOf(collectorUrl: string, requestId: string): Promise<Span[]> {
  const answer = await fetch(`${collectorUrl}/requests/${encodeURIComponent(requestId)}`);
  return answer.ok ? ((await answer.json()) as Span[]) : [];
}
