import { Injectable } from '@nestjs/common';
import { BackgroundWorker, newCallContext, runInOwnContext } from '@questp/service';
import { ReadFact } from '../../facts/read-fact.js';
import { spaces, SPACES_UNAVAILABLE } from './spaces.js';
import { SpacesRepository, type ClaimedSpaces } from './spaces.repository.js';

const IDLE_MS = 1_000;

/**
 * Reads the Spaces that quests name: every minute while they are live, and sooner when a check asks. A request reads up
 * to a hundred Spaces of all projects, and the database limits the rate of requests of all replicas.
 */
@Injectable()
export class SampleSpaces extends BackgroundWorker {
  constructor(
    private readonly readFact: ReadFact,
    private readonly spacesRepository: SpacesRepository,
  ) {
    super({ name: 'sample-spaces', idleMs: IDLE_MS });
  }

  /** Sends the next request if Spaces are due and the rate allows it; returns whether it did. */
  async execute(): Promise<boolean> {
    const claimed = await this.spacesRepository.claim();
    if (claimed === undefined) return false;
    const context = newCallContext(undefined, undefined, { name: 'sample-spaces', kind: 'internal' });
    await runInOwnContext(context, () => this.read(claimed));
    return true;
  }

  private async read({ spaceIds, claimedAt }: ClaimedSpaces): Promise<void> {
    const { status, value, detail, retryAt } = await this.readFact.execute('microblog', spaces, { spaceIds });
    if (value === null) {
      const reason = status === 'unsupported' || detail === null ? SPACES_UNAVAILABLE : detail;
      return this.spacesRepository.addFailure(spaceIds, reason, retryAt);
    }
    const { seen, missing, unread } = value;
    await this.spacesRepository.addSeen(seen, claimedAt);
    await this.spacesRepository.addMissing(missing, claimedAt);
    await this.spacesRepository.release(unread);
    const answered = new Set([...missing, ...unread, ...seen.map(({ spaceId }) => spaceId)]);
    const unanswered = spaceIds.filter((id) => !answered.has(id));
    if (unanswered.length > 0)
      await this.spacesRepository.addFailure(unanswered, 'The microblog answers incompletely.', null);
  }
}
