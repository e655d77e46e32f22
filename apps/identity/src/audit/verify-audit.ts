import type { AuditChainRepository } from './audit-chain.repository.js';
import { EMPTY_CHAIN, nextLink, type AuditHead } from './audit-link.js';

const PAGE = 1_000;
const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';

/**
 * Verifies that every link is valid and that the chain continues from `kept`; returns its head. Throws an error that
 * names the first invalid link.
 */
export async function verifyAudit(chain: AuditChainRepository, kept: AuditHead = EMPTY_CHAIN): Promise<AuditHead> {
  let head = EMPTY_CHAIN;
  for (let links; (links = await chain.linksAfter(head.position, PAGE)).length > 0;) {
    for (const { id, canonical, position, hash } of links) {
      if (position !== head.position + 1) throw new Error(`the link at position ${head.position + 1} is gone`);
      if (canonical === null) throw new Error(`entry ${id} at position ${position} is gone`);
      head = nextLink(head, canonical);
      if (!hash.equals(head.hash)) throw new Error(`entry ${id} at position ${position} is not what was chained`);
      if (position === kept.position && !hash.equals(kept.hash)) {
        throw new Error(`the chain up to position ${position} is not the one whose head was kept`);
      }
    }
  }
  if (head.position < kept.position) {
    throw new Error(`the chain ends at position ${head.position}, the head that was kept is at ${kept.position}`);
  }
  await requireKnownEntries(chain);
  return head;
}

async function requireKnownEntries(chain: AuditChainRepository): Promise<void> {
  let after = BEFORE_ALL_IDS;
  for (let entries; (entries = await chain.entriesAfter(after, PAGE)).length > 0;) {
    const stray = entries.find(({ known }) => !known);
    if (stray) throw new Error(`entry ${stray.id} is neither chained nor waiting for it`);
    after = entries.at(-1)?.id ?? after;
  }
}
