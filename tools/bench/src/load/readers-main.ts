import { get } from 'node:http';
import { io } from 'socket.io-client';
import type { Order } from './readers.js';

// Reading connections in a process of their own: reports when all are open, and then the number of events received.
const AT_A_TIME = 50;
const CONNECT_MS = 30_000;

let heard = 0;
let connections = 0;
const hear = () => {
  heard += 1;
  if (heard % connections === 0) process.send?.({ heard });
};

const OPEN = {
  streams: ({ url, about }: Order, token: string) =>
    new Promise<void>((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}` };
      const asked = get(url + about, { headers, agent: false }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`A stream was answered ${answer.statusCode}`));
        resolve();
        let text = '';
        answer.setEncoding('utf8').on('data', (part: string) => {
          const frames = (text + part).split('\n\n');
          text = frames.pop() as string;
          for (const frame of frames) if (frame.includes('event: submission.')) hear();
        });
      });
      asked.once('error', reject);
    }),
  sockets: ({ url, about }: Order, token: string) =>
    new Promise<void>((resolve, reject) => {
      const options = { transports: ['websocket'], forceNew: true, reconnection: false, timeout: CONNECT_MS };
      const socket = io(url, { ...options, auth: { token } });
      socket.once('connect_error', reject);
      socket.emit('join', about, ({ ok }: { ok: boolean }) => {
        if (!ok) return reject(new Error('A socket may not join'));
        socket.onAny(hear);
        resolve();
      });
    }),
};

process.on('message', (order: Order) => {
  const tokens = [...order.tokens];
  connections = tokens.length;
  const openSome = async () => {
    for (let token = tokens.pop(); token !== undefined; token = tokens.pop()) await OPEN[order.how](order, token);
  };
  Promise.all(Array.from({ length: AT_A_TIME }, openSome)).then(
    () => process.send?.({ heard: 0 }),
    (error: Error) => process.send?.({ failed: error.message }),
  );
});
process.on('disconnect', () => process.exit());
