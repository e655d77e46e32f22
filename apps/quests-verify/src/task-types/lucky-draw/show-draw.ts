import { Injectable } from '@nestjs/common';
import { AppError, type Page, type RequestOf } from '@questp/messages/language';
import {
  getDraw,
  getDrawProof,
  listDrawEntries,
  type Draw,
  type DrawEntry,
  type DrawProof,
} from '@questp/messages/quests';
import { iso, toPage } from '@questp/postgres';
import { leafOf, pathOf } from '@questp/sdk/draws';
import { Rpc } from '@questp/service';
import { QuestEntryRepository } from '../../verification/entry/quest-entry.repository.js';
import { DrawsRepository, type DrawRow } from './draws.repository.js';

const ANYBODY = '';

/** The published part of draws. */
@Injectable()
export class ShowDraw {
  constructor(
    private readonly questEntryRepository: QuestEntryRepository,
    private readonly drawsRepository: DrawsRepository,
  ) {}

  @Rpc(getDraw)
  async execute({ questId }: RequestOf<typeof getDraw>): Promise<Draw> {
    const { closesAt, closedAt, drawnAt, ...draw } = await this.get(questId);
    return {
      ...draw,
      closesAt: iso(closesAt),
      closedAt: closedAt && iso(closedAt),
      drawnAt: drawnAt && iso(drawnAt),
    };
  }

  @Rpc(listDrawEntries)
  async entries({ questId, ...page }: RequestOf<typeof listDrawEntries>): Promise<Page<DrawEntry>> {
    await this.get(questId);
    const rows = await this.drawsRepository.entries(questId, page);
    return toPage(
      rows,
      page.limit,
      ({ sequence }) => [sequence],
      (entry) => entry,
    );
  }

  /** NOT_FOUND also for an entry that is in no list, as in an open draw. */
  @Rpc(getDrawProof)
  async proof({ questId, submissionId }: RequestOf<typeof getDrawProof>): Promise<DrawProof> {
    const { root, entryCount } = await this.get(questId);
    const entry = await this.drawsRepository.entry(questId, submissionId);
    if (entry === undefined || root === null || entryCount === null) throw new AppError('NOT_FOUND');
    const places = pathOf(entryCount, entry.sequence - 1);
    const hashes = await this.drawsRepository.nodes(questId, places);
    const path = places.map(({ side }, step) => ({ side, hash: hashes[step] ?? '' }));
    return { ...entry, leaf: leafOf(entry).toString('hex'), path, root };
  }

  /** NOT_FOUND for a quest that is not published, or has no draw. */
  private async get(questId: string): Promise<DrawRow> {
    await this.questEntryRepository.read({ questId, userId: ANYBODY });
    const draw = await this.drawsRepository.find(questId);
    if (draw === undefined) throw new AppError('NOT_FOUND');
    return draw;
  }
}
