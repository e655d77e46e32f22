import { jest } from '@jest/globals';
import { newId, sql } from '@questp/postgres';
import { waitFor } from '@questp/testing';
import { campaignNamed, SCHEMA, startEvents, type EventsUnderTest } from './testing/events.fixture.js';
import { replayCommand } from './replay-command.js';

describe('replayCommand', () => {
  let events: EventsUnderTest;
  const environment = { ...process.env };
  const run = async (...args: string[]) => {
    let output = '';
    const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
    await replayCommand('shop', SCHEMA, args).finally(() => write.mockRestore());
    return output;
  };

  beforeAll(async () => {
    events = await startEvents();
    process.env['DATABASE_URL'] = events.url;
    process.env['NATS_URL'] = events.nats.jetStream.url;
  });
  afterAll(async () => {
    process.env = environment;
    await events.close();
  });

  it('prints its usage, also without arguments', async () => {
    expect(await run('--help')).toContain('--all');
    expect(await run()).toBe(await run('--help'));
    await expect(run('--everything')).rejects.toThrow('--everything');
  });

  it('lists parked events and sends them again (A-90)', async () => {
    const id = newId();
    const data = campaignNamed('c');
    const event = { id, type: 'campaign.activated', version: 1, occurredAt: '', aggregateId: 'c', data };
    await events.db.execute(sql`
      INSERT INTO parked_event (id, stream_seq, subject, event_id, payload, reason)
      VALUES (${newId()}, 7, 'events.campaign.activated', ${id}, ${JSON.stringify(event)}, 'broken')`);
    const listed = await run('--list');
    expect(listed).toMatch(new RegExp(`^\\S+Z  in  events.campaign.activated  ${id}  broken\n1 parked\n$`));
    expect(await run('--all')).toBe('1 sent again\n');
    await events.consumer();
    await waitFor(async () => (await events.effects()).length === 1);
    expect(await run('--list')).toBe('0 parked\n');
  });

  it('fails within seconds when the broker is out of reach', async () => {
    process.env['NATS_URL'] = 'nats://127.0.0.1:1';
    await expect(run('--all')).rejects.toThrow(/ECONNREFUSED|refused/);
  });
});
