import { setTimeout as sleep } from 'node:timers/promises';
import type { Effort } from '../load/compare.js';
import { Readers, type Order } from '../load/readers.js';
import { withBenchPlatform } from '../platform/platform.js';
import { liveTable, type LiveLine } from '../report/report.js';
import { Audience, baselineLive, ourLive, type LiveSide } from '../sides/live.js';
import type { Case } from './case.js';

/** Connections and events of the warm-up, so that code is compiled and the heap has grown before memory is measured. */
const FIRST_CONNECTIONS = 500;
const FIRST_EVENTS = 20;
/** Time for a server to collect garbage after its connections are opened. */
const REST_MS = 10_000;

interface What {
  how: Order['how'];
  connections: number;
  against: string;
}

/** Many connections to one project: what each costs while nothing happens, and what an event for it costs. */
const liveComparison =
  ({ how, connections, against }: What): Case =>
  ({ effort }) =>
    withBenchPlatform({}, async (platform) => {
      const audience = await Audience.seed(platform, connections);
      const sides = [await baselineLive(audience, how), await ourLive(platform, audience, how)];
      const open: Measured[] = [];
      try {
        for (const side of sides) {
          const measured = new Measured(side, connections);
          open.push(measured);
          await measured.open(audience.tokens);
        }
        for (let round = 0; round < effort.rounds; round += 1) {
          for (const side of open) await side.measure(effort);
        }
        const [theirs, ours] = open.map((side) => side.line()) as [LiveLine, LiveLine];
        return {
          notes: [
            platform.describe(effort),
            `${connections} connections that hear the same, to the gateway and to ${against}.`,
          ],
          tables: [liveTable({ ours, theirs, against })],
        };
      } finally {
        await Promise.all(open.map((side) => side.close()));
        await Promise.all(sides.map((side) => side.stop()));
      }
    });

export const liveCase = liveComparison({ how: 'streams', connections: 5_000, against: 'raw Node SSE' });
export const socketsCase = liveComparison({ how: 'sockets', connections: 2_000, against: 'bare socket.io' });

/** A server with its connections. */
class Measured {
  private readonly readers: Readers[] = [];
  private kilobytes = 0;
  private events = 0;
  private cpu = 0;
  private seconds = 0;

  constructor(
    private readonly side: LiveSide,
    private readonly connections: number,
  ) {}

  /** Opens the connections, and measures the memory of an idle one. */
  async open(tokens: string[]): Promise<void> {
    await this.openSome(tokens.slice(0, FIRST_CONNECTIONS));
    for (let n = 0; n < FIRST_EVENTS; n += 1) await this.send();
    await sleep(REST_MS);
    const before = this.side.memory();
    const others = tokens.slice(FIRST_CONNECTIONS);
    await this.openSome(others);
    await sleep(REST_MS);
    this.kilobytes = ((this.side.memory() - before) * 1024) / others.length;
  }

  private async openSome(tokens: string[]): Promise<void> {
    this.readers.push(await Readers.open({ ...this.side.follow, tokens }));
  }

  /** Sends events in sequence, each after all connections received the one before. */
  async measure({ seconds }: Effort): Promise<void> {
    const before = this.side.cpu();
    const startedAt = performance.now();
    while (performance.now() - startedAt < seconds * 1000) {
      await this.send();
      this.events += 1;
    }
    this.seconds += (performance.now() - startedAt) / 1000;
    this.cpu += this.side.cpu() - before;
  }

  private async send(): Promise<void> {
    await Promise.all([...this.readers.map((some) => some.received()), this.side.send()]);
  }

  line(): LiveLine {
    const delivered = this.events * this.connections;
    return {
      kilobytes: this.kilobytes,
      microseconds: this.cpu / delivered,
      perSecond: delivered / this.seconds,
      peak: this.side.peak(),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.readers.map((some) => some.close()));
  }
}
