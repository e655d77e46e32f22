import { Injectable } from '@nestjs/common';
import { LIMITS } from '@questp/messages/tables';
import { MinuteCountsRepository } from '../access/minute-counts.repository.js';
import { FactFailure } from '../description/platform-fact.js';

/** Limits the calls of the endpoints of a project. */
@Injectable()
export class AdmitCall {
  constructor(private readonly minuteCountsRepository: MinuteCountsRepository) {}

  /** Counts a call. @throws FactFailure after the limit; the check goes on when the minute is over */
  async execute(projectId: string): Promise<void> {
    if (await this.minuteCountsRepository.admit('endpoint_calls', projectId, LIMITS.endpointCalls.max)) return;
    const spent = 'The endpoint of the project was called too often in this minute.';
    throw new FactFailure('unavailable', spent, new Date(Date.now() + 60_000));
  }
}
