import { get } from 'node:http';

/** The status of a GET that comes from another address of this machine (127.0.0.0/8). */
export const getFrom = (
  localAddress: string,
  url: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; retryAfter: number }> =>
  new Promise((resolve, reject) => {
    get(url, { localAddress, headers }, (answer) => {
      const { statusCode: status = 0, headers: received } = answer;
      answer.resume().on('end', () => resolve({ status, retryAfter: Number(received['retry-after']) }));
    }).on('error', reject);
  });
