import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Payer } from '@questp/messages/integrations';
import type { PlatformAnswer } from '../outbound/platform-fact.js';
import { SharedAnswersRepository } from './shared-answers.repository.js';

/** A page of 100 repositories has about 600,000. */
const MOST_CHARACTERS = 1_000_000;

/** Shares an answer of a platform between checks until it expires. Concurrent checks share one request. */
@Injectable()
export class ShareAnswers {
  /** Requests in flight of this process, by key and payer: a refusal of one payer must not affect another. */
  private readonly reading = new Map<string, Promise<PlatformAnswer>>();

  constructor(private readonly answers: SharedAnswersRepository) {}

  /**
   * Only answers with status 200 of at most MOST_CHARACTERS are stored.
   *
   * @param source what the answer depends on: platform, holder of the authorization, path and query
   * @param seconds lifetime of the answer
   */
  async execute(
    source: readonly string[],
    seconds: number,
    { payer, read }: { payer: Payer | undefined; read: () => Promise<PlatformAnswer> },
  ): Promise<PlatformAnswer> {
    const key = createHash('sha256').update(JSON.stringify(source)).digest();
    const name = `${key.toString('hex')} ${payer?.projectId} ${payer?.campaignId}`;
    const running =
      this.reading.get(name) ?? this.readThrough(key, seconds, read).finally(() => this.reading.delete(name));
    this.reading.set(name, running);
    return running;
  }

  private async readThrough(
    key: Buffer,
    seconds: number,
    read: () => Promise<PlatformAnswer>,
  ): Promise<PlatformAnswer> {
    const known = await this.answers.get(key);
    if (known !== undefined) return { status: 200, headers: {}, json: JSON.parse(known) as unknown };
    const answer = await read();
    if (answer.status !== 200) return answer;
    const json = JSON.stringify(answer.json);
    if (json.length <= MOST_CHARACTERS) await this.answers.put(key, json, seconds);
    return answer;
  }
}
