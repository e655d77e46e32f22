import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Payer } from '@questp/messages/integrations';
import type { PlatformAnswer } from '../description/platform-fact.js';
import { SharedAnswersRepository } from './shared-answers.repository.js';

/** A page of 100 repositories has about 600,000. */
const MAX_CHARACTERS = 1_000_000;

interface Reading {
  /** A refusal of one payer must not affect another, so each other payer reads after it. */
  payer: string;
  answer: Promise<PlatformAnswer>;
}

/**
 * Shares an answer of a platform between checks until it expires. Concurrent checks share one request: those of another
 * payer wait for it and take what it stored.
 */
@Injectable()
export class ShareAnswers {
  /** The last request in flight of this process, by key. */
  private readonly reading = new Map<string, Reading>();

  constructor(private readonly sharedAnswersRepository: SharedAnswersRepository) {}

  /**
   * Only answers with status 200 of at most MAX_CHARACTERS are stored.
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
    const name = key.toString('hex');
    const payerName = `${payer?.projectId} ${payer?.campaignId}`;
    const running = this.reading.get(name);
    if (running?.payer === payerName) return running.answer;
    const own: Reading = { payer: payerName, answer: this.after(running, () => this.readThrough(key, seconds, read)) };
    this.reading.set(name, own);
    return own.answer.finally(() => {
      if (this.reading.get(name) === own) this.reading.delete(name);
    });
  }

  private async after(running: Reading | undefined, read: () => Promise<PlatformAnswer>): Promise<PlatformAnswer> {
    await running?.answer.catch(() => undefined);
    return read();
  }

  private async readThrough(
    key: Buffer,
    seconds: number,
    read: () => Promise<PlatformAnswer>,
  ): Promise<PlatformAnswer> {
    const known = await this.sharedAnswersRepository.get(key);
    if (known !== undefined) {
      return { status: 200, headers: {}, json: JSON.parse(known.json) as unknown, keptUntil: known.expiresAt };
    }
    const answer = await read();
    if (answer.status !== 200) return answer;
    const json = JSON.stringify(answer.json);
    if (json.length <= MAX_CHARACTERS) await this.sharedAnswersRepository.put(key, json, seconds);
    return answer;
  }
}
