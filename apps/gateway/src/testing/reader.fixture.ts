import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

interface Heard {
  id: string;
  event: string;
  data: { id?: string; type?: string; data?: { submissionId?: string } };
}

/** One reader, which records what it receives. */
export class Reader {
  readonly heard: Heard[] = [];
  text = '';

  constructor(readonly answer: IncomingMessage) {
    answer.setEncoding('utf8').on('data', (text: string) => this.take(text));
    answer.on('error', () => undefined);
  }

  get ended(): boolean {
    return this.answer.closed;
  }

  get events(): Heard[] {
    return this.heard.filter(({ event }) => event !== 'ready');
  }

  get lastId(): string {
    return this.heard.at(-1)?.id as string;
  }

  get submissions(): (string | undefined)[] {
    return this.events.map(({ data }) => data.data?.submissionId);
  }

  leave(): void {
    this.answer.destroy();
  }

  private take(text: string): void {
    this.text += text;
    const blocks = this.text.split('\n\n');
    this.text = blocks.pop() as string;
    for (const block of blocks) {
      const [, id, event, data] = /^id: (\S+)\nevent: (\S+)\ndata: ([^\n]*)$/.exec(block) ?? [];
      if (id && event && data) this.heard.push({ id, event, data: JSON.parse(data) as Heard['data'] });
    }
  }
}

/** A started answer on its own connection; its data is buffered until it is read. */
export async function ask(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const asked = get(url, { headers, agent: false });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  // A reset is an error on both sides.
  asked.on('error', () => undefined);
  return answer;
}
