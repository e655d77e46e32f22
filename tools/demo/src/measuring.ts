import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem, QuestpClient } from '@questp/sdk';
import type { Measurements } from './measurements.js';

/** Measures each request by its route, counts errors, and repeats a request that a rate limit refused. */
export function measuring(measurements: Measurements): Parameters<QuestpClient['use']>[0] {
  const sent = new Map<string, { at: number; again: Request }>();
  return {
    onRequest: ({ id, request }) => {
      sent.set(id, { at: performance.now(), again: request.clone() });
    },
    onResponse: async ({ id, request, schemaPath, response }) => {
      const first = sent.get(id);
      sent.delete(id);
      if (!first) return undefined;
      const endpoint = `${request.method} ${schemaPath}`;
      measurements.record(endpoint, performance.now() - first.at);
      for (let answer = response; ;) {
        if (!answer.ok) measurements.refused(((await answer.clone().json()) as Problem).code);
        if (answer.status !== 429) return answer;
        await sleep(1000 * Number(answer.headers.get('retry-after') ?? 1));
        const at = performance.now();
        answer = await fetch(first.again.clone());
        measurements.record(endpoint, performance.now() - at);
      }
    },
  };
}
