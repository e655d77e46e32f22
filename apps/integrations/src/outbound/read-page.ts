import { Injectable } from '@nestjs/common';
import { Egress, type EgressAnswer } from '@questp/egress';
import { readPage, type PageReading } from '@questp/messages/integrations';
import type { RequestOf } from '@questp/messages/language';
import { Rpc } from '@questp/service';

/** Shorter than the time that a check has for its facts. */
const TIMEOUT_MS = 3_000;

const HTML = /^(?:text\/html|application\/xhtml\+xml)(?:;|$)/i;

/**
 * Reads the page that an earner handed in, from public hosts over https alone. Redirects to other hosts are not
 * followed.
 */
@Injectable()
export class ReadPage {
  constructor(private readonly egress: Egress) {}

  @Rpc(readPage)
  async execute({ questId, url, text }: RequestOf<typeof readPage>): Promise<PageReading> {
    const answer = await this.egress.get(url, {
      destination: 'page of an earner',
      // Of the quest and not of its project, whose own endpoint slow pages must not hold up.
      namedBy: { projectId: questId },
      headers: { accept: 'text/html' },
      timeoutMs: TIMEOUT_MS,
      follow: true,
    });
    if (answer.outcome !== 'answered') {
      const outcome = answer.outcome === 'not_allowed' ? 'not_allowed' : 'unreachable';
      return { outcome, status: null, hasText: false };
    }
    if (!isPage(answer)) return { outcome: 'other', status: answer.status, hasText: false };
    const hasText = answer.body.toString('utf8').toLowerCase().includes(text.toLowerCase());
    return { outcome: 'page', status: answer.status, hasText };
  }
}

const isPage = ({ status, headers }: EgressAnswer): boolean =>
  status === 200 && HTML.test(String(headers['content-type'] ?? ''));
