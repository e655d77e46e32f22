import { figuresOf, type Round } from '../load/figures.js';
import { startEmulators } from '../load/emulators.js';
import { withBenchPlatform } from '../platform/platform.js';
import { memoryTable } from '../report/report.js';
import { JoinedChats } from '../sides/joined-chats.js';
import type { Case } from './case.js';

/** Webhooks per second. */
const RATES = [5, 20];
const WARM_UP_SECONDS = 10;

/** Time from a webhook of the messenger, that a user joined a chat, to the credit of the quest that waited for it. */
export const webhookCase: Case = async ({ effort }) => {
  const emulators = await startEmulators([]);
  try {
    return await withBenchPlatform({ env: emulators.environment }, async (platform) => {
      const joined = await JoinedChats.on(platform, emulators);
      await joined.round(RATES[0] ?? 1, WARM_UP_SECONDS);
      const rows: string[][] = [];
      for (const rate of RATES) {
        const rounds: Round[] = [];
        for (let n = 0; n < effort.rounds; n += 1) rounds.push(await joined.round(rate, effort.seconds));
        const { requests, p50, p99, max } = figuresOf(rounds);
        rows.push([String(rate), String(requests), ...[p50, p99, max].map((one) => one.toFixed(1))]);
      }
      const head = ['webhooks /s', 'credits', 'p50 ms', 'p99 ms', 'max ms'];
      return {
        notes: [platform.describe(effort), 'From when the webhook is sent until the credit is committed.'],
        tables: [{ head, texts: [], rows }, memoryTable(platform.peaks())],
      };
    });
  } finally {
    await emulators.stop();
  }
};
