/** A request to an emulated platform, or a webhook that it sent. */
export interface JournalEntry {
  number: number;
  platform: string;
  direction: 'in' | 'out';
  route: string;
  /** The kind of the fault that answered. */
  fault?: string;
}

export interface FaultOrder {
  kind: string;
  route?: string;
  times?: number;
  probability?: number;
  seed?: number;
}

/** The emulated platforms, as their control API (`tools/emulators`) lets a test change and read them. */
export class EmulatedPlatforms {
  constructor(private readonly url: string) {}

  /** Adds the items or replaces those with the same key, as if people had done it. */
  async put(platform: string, collection: string, ...items: object[]): Promise<void> {
    await this.send('POST', `${platform}/${collection}`, items);
  }

  /** Removes the items whose members have these values. */
  async remove(platform: string, collection: string, members: Record<string, string>): Promise<void> {
    await this.send('DELETE', `${platform}/${collection}?${new URLSearchParams(members).toString()}`);
  }

  async items<Item>(platform: string, collection: string): Promise<Item[]> {
    const answer = await this.send('GET', `${platform}/${collection}`);
    return ((await answer.json()) as { items: Item[] }).items;
  }

  async arm(platform: string, order: FaultOrder): Promise<void> {
    await this.send('POST', 'faults', { platform, ...order });
  }

  async clearFaults(): Promise<void> {
    await this.send('DELETE', 'faults');
  }

  /** @param since number of the last entry that is known */
  async journal(since = 0): Promise<JournalEntry[]> {
    const answer = await this.send('GET', `journal?since=${since}`);
    return ((await answer.json()) as { entries: JournalEntry[] }).entries;
  }

  private async send(method: string, path: string, body?: object): Promise<Response> {
    const answer = await fetch(`${this.url}/control/${path}`, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${answer.status} of ${method} /control/${path}: ${await answer.text()}`);
    return answer;
  }
}
