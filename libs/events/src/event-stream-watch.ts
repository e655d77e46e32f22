import { API_OF_SERVICES, EVENT_STREAM } from '@questp/broker';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import type { Database } from '@questp/postgres';
import { BackgroundLoop, Gauge, metrics, type Bus, type Logger } from '@questp/service';
import { queueOperatorAlert } from './operator-alerts.js';

const IDLE_MS = 30_000;
const FAILED_MS = 1_000;

/** Percent of the bound of the stream. Operators are alerted at each of these. */
const LEVELS = [50, 75, 90];

const fill = new Gauge({
  name: 'questp_event_stream_fill_ratio',
  help: 'Bytes of the stream of events divided by its bound, at which it refuses events; alert above 0.5',
  registers: [metrics],
});

/** Alerts operators before the event stream is full. A full stream refuses events, including alerts. */
export class EventStreamWatch {
  private readonly loop: BackgroundLoop;
  private manager: JetStreamManager | undefined;
  private level = 0;

  constructor(
    private readonly db: Database,
    private readonly bus: Bus,
    private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      ...{ name: 'event-stream', logger, idleMs: IDLE_MS, failedMs: FAILED_MS },
      run: () => this.look(),
    });
  }

  start(): void {
    this.loop.start();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
  }

  /** One round of the loop. */
  async look(): Promise<boolean> {
    this.manager ??= await jetstreamManager(this.bus.connection, { apiPrefix: API_OF_SERVICES, checkAPI: false });
    const { config, state } = await this.manager.streams.info(EVENT_STREAM);
    // -1: prepare-broker has not set a bound yet.
    const ratio = config.max_bytes > 0 ? state.bytes / config.max_bytes : 0;
    fill.set(ratio);
    const percent = Math.floor(100 * ratio);
    const level = LEVELS.filter((one) => percent >= one).length;
    if (level > this.level) {
      this.logger.error({ stream: EVENT_STREAM, percent }, 'the stream of events is filling up');
      await queueOperatorAlert(this.db, 'event_stream.filling', EVENT_STREAM, { percent });
    }
    this.level = level;
    return false;
  }
}
