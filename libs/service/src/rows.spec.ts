import { pino } from 'pino';
import { BackgroundWorker } from './background-worker.js';
import { RowTurns } from './row-turns.js';

describe('a row that always fails', () => {
  it('does not keep a background worker from the rows behind it, and makes the round fail', async () => {
    const lines: { row?: string }[] = [];
    const logger = pino(
      { level: 'warn' },
      { write: (line: string) => lines.push(JSON.parse(line) as { row: string }) },
    );
    const processed: string[] = [];
    class Rows extends BackgroundWorker {
      protected override readonly logger = logger;

      constructor() {
        super({ name: 'rows', idleMs: 60_000 });
      }

      async execute(): Promise<boolean> {
        const process = (row: string) =>
          row === 'poisoned' ? Promise.reject(new Error('It cannot be read')) : Promise.resolve(processed.push(row));
        await this.each(['poisoned', 'first', 'second'], process, (row) => ({ row }));
        return false;
      }
    }
    await expect(new Rows().execute()).rejects.toThrow('It cannot be read');
    expect(processed).toEqual(['first', 'second']);
    expect(lines.map(({ row }) => row)).toEqual(['poisoned']);
  });

  it('is passed over where a round takes one row, and is tried again when no other is due', async () => {
    const turns = new RowTurns();
    const rows = ['poisoned', 'first', 'second'];
    const tried: string[] = [];
    const round = () =>
      turns.run((passedOver, onTaken) => {
        const row = rows.find((one) => !passedOver.includes(one));
        if (row === undefined) return Promise.resolve(false);
        onTaken(row);
        tried.push(row);
        if (row === 'poisoned') return Promise.reject(new Error('It cannot be read'));
        rows.splice(rows.indexOf(row), 1);
        return Promise.resolve(true);
      });
    await expect(round()).rejects.toThrow('It cannot be read');
    await expect(round()).resolves.toBe(true);
    await expect(round()).resolves.toBe(true);
    await expect(round()).rejects.toThrow('It cannot be read');
    rows.push('third');
    await expect(round()).resolves.toBe(true);
    expect(tried).toEqual(['poisoned', 'first', 'second', 'poisoned', 'third']);
  });
});
