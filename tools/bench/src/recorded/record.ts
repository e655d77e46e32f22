import type { TestPlatform } from '@questp/testing';
import { startRecorder } from './recorder.js';
import { scriptOf, type Ids, type Script } from './script.js';

/** A request to the platform that can be sent once. */
export interface Request {
  send: () => Promise<Response>;
  ids: Ids;
}

/** Requests to record. The shortest is used, because background work on events overlaps with the others. */
const RECORDED = 3;
const MAX_REQUESTS = 200;

/**
 * The statements of a request, as the service sends them: a second replica is started that reaches the database through
 * a recorder, and requests are sent until it has answered some.
 *
 * @param next makes one more request
 */
export async function record(
  { database, add }: Pick<TestPlatform, 'database' | 'add'>,
  service: string,
  next: () => Promise<Request> | Request,
): Promise<Script> {
  const recorder = await startRecorder(database.url);
  try {
    const replica = await add(service, { DATABASE_URL: recorder.through(database.urlOf(service)) });
    try {
      const scripts: Script[] = [];
      for (let asked = 0; scripts.length < RECORDED; asked += 1) {
        if (asked === MAX_REQUESTS) throw new Error(`The recorded replica of ${service} is asked nothing`);
        const { send, ids } = await next();
        const before = recorder.sent.length;
        const answer = await send();
        if (!answer.ok) throw new Error(`A request to record was answered ${answer.status}: ${await answer.text()}`);
        await answer.text();
        const script = scriptOf(recorder.sent.slice(before), ids);
        if (script.length > 0) scripts.push(script);
      }
      return scripts.reduce((least, one) => (one.flat().length < least.flat().length ? one : least));
    } finally {
      await replica.stop();
    }
  } finally {
    await recorder.close();
  }
}
