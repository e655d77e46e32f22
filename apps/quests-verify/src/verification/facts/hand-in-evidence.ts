import { Injectable } from '@nestjs/common';
import { handInEvidence, type FileInfo } from '@questp/messages/integrations';
import { AppError } from '@questp/messages/language';
import { Bus } from '@questp/service';
import { evidenceErrors } from './evidence-rule.js';
import type { FactQueries } from '../../catalog/definition/facts.js';
import type { FactContext, FactSource, Gathered } from './fact-source.js';
import { toKeptFile } from '../../ledger/submissions/evidence-file.js';

/**
 * Makes the files of an attempt visible to the project's team; idempotent.
 * FILE_NOT_USABLE, or TASK_INPUTS_INVALID for files that the quest does not accept.
 */
@Injectable()
export class HandInEvidence implements FactSource<'evidence'> {
  readonly name = 'evidence';
  readonly required = true;

  constructor(private readonly bus: Bus) {}

  async gather(wanted: FactQueries['evidence'], where: FactContext): Promise<Gathered<'evidence'>> {
    const files = await this.handIn([...new Set(wanted.map(({ fileId }) => fileId))], where);
    const errors = evidenceErrors(wanted, files).map((error) => ({ ...error, pointer: `/inputs${error.pointer}` }));
    if (errors.length > 0) throw new AppError('TASK_INPUTS_INVALID', { errors });
    return { kind: 'fact', value: files.map(toKeptFile) };
  }

  /** In the order of the given ids. */
  private async handIn(fileIds: string[], { userId, projectId }: FactContext): Promise<FileInfo[]> {
    if (fileIds.length === 0) return [];
    const { files } = await this.bus.call(handInEvidence, { fileIds, userId, projectId });
    return files.toSorted((left, right) => fileIds.indexOf(left.id) - fileIds.indexOf(right.id));
  }
}
