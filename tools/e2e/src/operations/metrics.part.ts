import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '@questp/testing';
import { e2e } from '../support/one-platform.fixture.js';

interface Metric {
  name: string;
  type: string;
  meaning: string;
  services: string[];
}

const SERIES = /^(questp_\w+?)(?:\{(.*)\})? (\S+)$/;

describe('Metrics', () => {
  const read = (healthUrl: string) => fetch(`${healthUrl}/metrics`).then((answer) => answer.text());

  /** The platform's own metrics, read from its services. */
  async function exposed(): Promise<Metric[]> {
    const metrics = new Map<string, Metric>();
    for (const { name: service, healthUrl } of e2e.platform.services) {
      const text = await read(healthUrl);
      for (const [, name = '', meaning = ''] of text.matchAll(/^# HELP (questp_\w+) (.*)$/gm)) {
        const type = new RegExp(`^# TYPE ${name} (\\w+)$`, 'm').exec(text)?.[1] ?? '';
        const services = new Set([...(metrics.get(name)?.services ?? []), service]);
        metrics.set(name, { name, type, meaning, services: [...services].sort() });
      }
    }
    return [...metrics.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  const valueOf = async (service: string, name: string): Promise<number | undefined> => {
    for (const line of (await read(e2e.service(service).healthUrl)).split('\n')) {
      const [, found, labels, value] = SERIES.exec(line) ?? [];
      if (found === name) {
        expect(labels).toBe(`service="${service}"`);
        return Number(value);
      }
    }
    return undefined;
  };

  it('equal docs/reference/metrics.md in types, meanings and services', async () => {
    const page = await readFile(join(workspaceRoot, 'docs/reference/metrics.md'), 'utf8');
    const documented = [...page.matchAll(/^\| `(questp_\w+)` +\| (\w+) +\| (.*?) +\| (.*?) +\|$/gm)].map(
      ([, name, type, services = '', meaning]) => ({ name, type, meaning, services: services.split(', ').sort() }),
    );
    expect(documented).toEqual(await exposed());
  });

  it('follow the naming conventions of Prometheus: base units, and _total for counters only', async () => {
    for (const { name, type } of await exposed()) {
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|hours|kb|mb)(_|$)/);
      if (type === 'histogram') expect(name).toMatch(/_seconds$/);
    }
  });

  it('report the outbox, the consumer, the connection pool and the review queue', async () => {
    for (const [service, name] of [
      ['identity', 'questp_outbox_age_seconds'],
      ['quests-verify', 'questp_outbox_age_seconds'],
      ['quests-verify', 'questp_events_waiting'],
      ['notifier', 'questp_events_waiting'],
      ['quests-verify', 'questp_db_pool_used'],
      ['quests-verify', 'questp_db_pool_waiting'],
      ['quests-verify', 'questp_review_queue'],
      ['quests-verify', 'questp_pending_age_seconds'],
    ] as const) {
      expect([service, name, await valueOf(service, name)]).toEqual([service, name, expect.any(Number)]);
    }
    expect(await valueOf('quests-verify', 'questp_db_pool_size')).toBe(10);
    expect(await valueOf('quests-verify', 'questp_review_queue')).toBe(
      await e2e.count(`SELECT count(*) FROM quests.submission WHERE status = 'in_review'`),
    );
  });
});
