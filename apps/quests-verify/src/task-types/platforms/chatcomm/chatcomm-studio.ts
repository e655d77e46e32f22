import { Injectable } from '@nestjs/common';
import { readChatcommChoices, type ChatcommChoices } from '@questp/messages/integrations';
import { AppError, type RequestOf } from '@questp/messages/language';
import { listChatcommChoices, previewChatcomm, verifyChatcomm, type CheckPreview } from '@questp/messages/quests';
import { Bus, Rpc } from '@questp/service';
import { PreviewCheck } from '../../../verification/attempts/preview-check.js';

/** Reads of the chat server while a team sets up quests. */
@Injectable()
export class ChatcommStudio {
  constructor(
    private readonly bus: Bus,
    private readonly previewCheck: PreviewCheck,
  ) {}

  /** NOT_FOUND without a connection that works, PLATFORM_UNAVAILABLE */
  @Rpc(listChatcommChoices)
  async choices({ projectId }: RequestOf<typeof listChatcommChoices>): Promise<ChatcommChoices> {
    const payer = { projectId, campaignId: null, budgetUsd: null };
    const { status, value, detail } = await this.bus.call(readChatcommChoices, { projectId, payer });
    if (value !== null) return value;
    throw new AppError(status === 'unavailable' ? 'PLATFORM_UNAVAILABLE' : 'NOT_FOUND', { detail: detail ?? '' });
  }

  @Rpc(previewChatcomm)
  async preview(who: RequestOf<typeof previewChatcomm>): Promise<CheckPreview> {
    return (await this.previewCheck.ofTeam(who, verifyChatcomm)).preview;
  }
}
