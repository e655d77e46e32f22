import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Payer } from '@questp/messages/integrations';
import type { PlatformAnswer } from '../outbound/platform-fact.js';
import { SharedAnswersRepository } from './shared-answers.repository.js';

/** A page of 100 repositories has about 600,000. */
const MOST_CHARACTERS = 1_000_000;

/** Reads one answer of a platform for every check that needs it: those at the same time, and those until it expires. */
@Injectable()
export class ShareAnswers {
  /** Answers that this process is reading, by key and payer: what refuses one payer does not refuse another. */
  private readonly reading = new Map<string, Promise<PlatformAnswer>>();

  constructor(private readonly answers: SharedAnswersRepository) {}

  /**
   * Only answers with status 200 are kept, and none that is longer than MOST_CHARACTERS.
   *
   * @param source what the answer depends on: the platform, whose authorization it is read with, and the path
   * @param seconds how long it is valid
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
