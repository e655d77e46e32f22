import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  readMicroblogSpace,
  readMicroblogStage,
  type Fact,
  type MicroblogSpaceReport,
  type MicroblogStage,
} from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { iso } from '@questp/postgres';
import { Rpc } from '@questp/service';
import { LinkedAccounts } from '../../webhooks/account-links/linked-accounts.js';
import { SampleSpaces } from './sample-spaces.js';
import { SpacesRepository, type SpaceRequest, type SpaceRow } from './spaces.repository.js';

/** Longest wait of a check for a Space that is due, below the deadlines of the contracts; milliseconds. */
const WAIT_MS = 2_000;
const LOOK_MS = 100;

/** Returns the stored state of a Space. The first request starts sampling it until it ends. */
@Injectable()
export class ReadSpace {
  constructor(
    private readonly spacesRepository: SpacesRepository,
    private readonly sampleSpaces: SampleSpaces,
    private readonly linkedAccounts: LinkedAccounts,
  ) {}

  @Rpc(readMicroblogSpace)
  async execute(request: RequestOf<typeof readMicroblogSpace>): Promise<Fact<MicroblogSpaceReport>> {
    const row = await this.read({ ...request, isSubmitted: false });
    return row === 'unread' ? UNREAD : found(toReport(row));
  }

  @Rpc(readMicroblogStage)
  async stage({ userId, ...request }: RequestOf<typeof readMicroblogStage>): Promise<Fact<MicroblogStage>> {
    const link = await this.linkedAccounts.of(readMicroblogStage.account, userId);
    if ('problem' in link) return without(link.problem, 'Link your account of the microblog, or link it again.');
    const { accountId } = link;
    const row = await this.read(request);
    if (row === 'unread') return UNREAD;
    const isHost = row !== 'full' && (row.creatorId === accountId || row.hostIds.includes(accountId));
    const isSpeaker = row !== 'full' && row.speakerIds.includes(accountId);
    const isComplete = row !== 'full' && row.isComplete;
    return found({ ...toReport(row), accountId, isHost, isSpeaker, isComplete });
  }

  /** `full`: the project has too many sampled Spaces. `unread`: the Space was not read yet. */
  private async read(request: SpaceRequest): Promise<SpaceRow | 'unread' | 'full'> {
    if (!(await this.spacesRepository.ask(request))) return 'full';
    const until = Date.now() + WAIT_MS;
    let row = await this.spacesRepository.find(request.spaceId);
    while (row?.isDue && Date.now() < until) {
      const hasRead = await Promise.race([this.sampleSpaces.execute(), pause(until - Date.now(), false)]);
      // Another check or replica reads the Space, or the pace does not allow a request yet.
      if (!hasRead) await pause(LOOK_MS);
      row = await this.spacesRepository.find(request.spaceId);
    }
    return row === undefined || row.isUnread ? 'unread' : row;
  }
}

const found = <Value extends object>(value: Value): Fact<Value> => ({
  ...{ status: 'found', detail: null, retryAt: null },
  value,
});
const without = (status: 'not_found' | 'not_linked' | 'relink', detail: string): Fact<never> => ({
  ...{ status, value: null, retryAt: null },
  detail,
});
const UNREAD = without('not_found', 'The Space is about to be read.');

function toReport(row: SpaceRow | 'full'): MicroblogSpaceReport {
  if (row === 'full') return { space: null, reason: 'Too many Spaces of this project are read at the moment.' };
  const { spaceId, state, title, creatorId, hostIds, participants, failure: reason } = row;
  if (state === null) return { space: null, reason };
  return {
    space: {
      ...{ spaceId, state, title, creatorId, hostIds, participants },
      scheduledStart: iso(row.scheduledStart),
      startedAt: iso(row.startedAt),
      endedAt: iso(row.endedAt),
    },
    reason,
  };
}
