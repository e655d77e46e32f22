/** The sender of a request, by its token or key. */
export interface CallerKind {
  kind: 'user' | 'bot' | 'app' | 'client' | 'api_key' | 'unknown' | 'none';
  /** The number of a person, or the id of a bot. */
  id?: string;
}

export interface JournalEntry {
  number: number;
  /** ISO 8601. */
  time: string;
  platform: string;
  /** `in`: a request to the platform. `out`: a webhook that it sent. */
  direction: 'in' | 'out';
  /** The name of the route, or the event of a webhook. */
  route: string;
  method: string;
  /** With the query, without secrets. */
  path: string;
  caller: CallerKind;
  /** Null when there was no answer. */
  status: number | null;
  /** The kind of the fault that answered. */
  fault?: string;
  /** In the unit of the platform: US dollars of the microblog, units of the quota of the video site, complexity of the launch site. */
  cost?: number;
}

const MAX_ENTRIES = 20_000;
const SECRETS = ['access_token', 'key', 'token', 'code', 'client_secret', 'fb_exchange_token', 'hub.verify_token'];

/** The path and query, in which the values of secrets are `***`. */
export function withoutSecrets(path: string): string {
  const [before = '', query] = path.split('?', 2);
  const shown = before.replace(/(\/bot\d+)(?::|%3A)[^/]*/i, '$1:***');
  if (query === undefined) return shown;
  const parts = query.split('&').map((part) => {
    const [name = ''] = part.split('=', 1);
    return SECRETS.includes(name) ? `${name}=***` : part;
  });
  return `${shown}?${parts.join('&')}`;
}

/** Requests to the platforms and webhooks from them, newest last. */
export class Journal {
  private entries: JournalEntry[] = [];
  private last = 0;

  record(entry: Omit<JournalEntry, 'number' | 'time'>): void {
    this.last += 1;
    this.entries.push({ number: this.last, time: new Date().toISOString(), ...entry });
    // Dropping a tenth at once keeps this linear.
    if (this.entries.length > MAX_ENTRIES) this.entries = this.entries.slice(MAX_ENTRIES / 10);
  }

  /** @param filter `since` is the number of the last entry that is known already */
  read({ since = 0, ...members }: JournalFilter = {}): JournalEntry[] {
    const isAsked = (entry: JournalEntry) =>
      entry.number > since &&
      (members.platform === undefined || entry.platform === members.platform) &&
      (members.route === undefined || entry.route === members.route) &&
      (members.direction === undefined || entry.direction === members.direction);
    return this.entries.filter(isAsked);
  }

  /** Numbers go on. */
  clear(): void {
    this.entries = [];
  }
}

export type JournalFilter = Partial<Pick<JournalEntry, 'platform' | 'route' | 'direction'>> & { since?: number };
