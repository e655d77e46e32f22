import { Injectable } from '@nestjs/common';
import { emitAll } from '@questp/events';
import type { Integration } from '@questp/messages/integrations';
import { Database } from '@questp/postgres';
import { BackgroundWorker, newCallContext, runInOwnContext } from '@questp/service';
import { IncidentsRepository } from './incidents.repository.js';
import { incidentsOf } from './incidents.js';
import { ReadHealth } from './read-health.js';

const IDLE_MS = 10_000;

/** Checks each integration about once a minute, on one replica, and notifies operators of each incident once. */
@Injectable()
export class WatchHealth extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    private readonly incidentsRepository: IncidentsRepository,
    private readonly readHealth: ReadHealth,
  ) {
    super({ name: 'watch-health', idleMs: IDLE_MS });
  }

  async execute(): Promise<boolean> {
    const names = await this.incidentsRepository.claim();
    if (names.length === 0) return false;
    const context = newCallContext(undefined, undefined, { name: 'watch health', kind: 'internal' });
    await runInOwnContext(context, () => Promise.all(names.map((name) => this.watch(name))));
    return false;
  }

  private async watch(name: Integration): Promise<void> {
    const { isLow, health } = await this.readHealth.check(name);
    await this.database.transaction(async (tx) => {
      const notified = await this.incidentsRepository.lock(tx, name);
      if (notified === undefined) return;
      const hosts = await this.incidentsRepository.failingHosts(tx, name);
      const [kinds, known] = incidentsOf(notified, { ...health, isLow, isFailing: hosts.length > 0 });
      const detail =
        hosts.length > 0 ? `Requests to ${hosts.join(', ')} keep failing. ${health.detail}` : health.detail;
      await this.incidentsRepository.store(tx, name, known);
      const events = kinds.map((kind) => ({ aggregateId: name, data: { name, kind, detail } }));
      if (events.length > 0) await emitAll(tx, 'integration.incident', events);
    });
  }
}
