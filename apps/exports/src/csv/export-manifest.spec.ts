import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import type { Caller } from '@questp/messages/access';
import {
  BROKEN_OFF_REASONS,
  exportSubmissions,
  getExportManifest,
  listExportManifests,
  type ExportManifest,
} from '@questp/messages/exports';
import { Database, newId, raw, sql, ANNOUNCE_MIGRATION_WAIT } from '@questp/postgres';
import { startTestService } from '@questp/service-kit/testing';
import { started, waitFor } from '@questp/testing';
import { ManifestsRepository } from '../manifests/manifests.repository.js';
import { exports } from '../service.js';
import { CAMPAIGN, PROJECT, QUEST, QUIET, refusal, startExports, text } from '../testing/exports.fixture.js';

describe('an export', () => {
  const stage = started(startExports);
  beforeEach(() => stage.clear());

  describe('has a manifest', () => {
    const manifest = (manifestId = '') => stage.call(getExportManifest, { projectId: PROJECT, manifestId });
    const by = (operation: string): Caller => ({
      operation,
      principal: { family: 'api_key', apiKeyId: QUIET, projectId: PROJECT, scopes: ['exports:read'] },
    });

    it('that describes it, once it was sent completely', async () => {
      const user = await stage.earner(1, { displayName: 'жук' });
      for (let n = 0; n < 3; n += 1) await stage.submitted(user, { status: 'rejected', reason: 'a\nb' });
      const asked = { projectId: PROJECT, campaignId: CAMPAIGN, status: 'rejected', questId: QUEST } as const;
      const ticket = await stage.call(exportSubmissions, asked, by('exportSubmissions'));
      expect(await refusal(manifest(ticket.manifestId))).toBe('NOT_FOUND');
      const file = await buffer(await stage.open(ticket));
      const kept = await manifest(ticket.manifestId);
      expect(kept).toEqual({
        id: ticket.manifestId,
        kind: 'submissions',
        projectId: PROJECT,
        campaignId: CAMPAIGN,
        filters: { status: 'rejected', questId: QUEST },
        fileName: ticket.fileName,
        exportedBy: { type: 'api_key', id: QUIET },
        brokenOff: null,
        rows: 3,
        bytes: file.length,
        sha256: createHash('sha256').update(file).digest('hex'),
        ledgerEntries: 0,
        readAt: expect.any(String) as string,
        finishedAt: expect.any(String) as string,
      });
      expect(Date.parse(kept.readAt)).toBeLessThanOrEqual(Date.parse(kept.finishedAt));
      expect(await stage.manifests({ sha256: kept.sha256 ?? undefined })).toEqual([kept]);
      expect(await stage.db.row(sql`SELECT type, data FROM outbox WHERE aggregate_id = ${kept.id}`)).toEqual({
        type: 'export.finished',
        data: {
          ...{ manifestId: kept.id, projectId: PROJECT, campaignId: CAMPAIGN },
          ...{ kind: 'submissions', fileName: kept.fileName },
        },
      });
      const elsewhere = { projectId: randomUUID(), manifestId: kept.id };
      expect(await refusal(stage.call(getExportManifest, elsewhere))).toBe('NOT_FOUND');
    });

    it('found by campaign, kind, who asked and hash, newest first and page by page', async () => {
      const before = new Set((await stage.manifests()).map(({ id }) => id));
      const tickets = [await stage.leaderboard(), await stage.leaderboard(QUIET), await stage.participants(null)];
      for (const ticket of tickets) await stage.fileOf(ticket);
      const [first, second, third] = tickets.map(({ manifestId }) => manifestId);
      const idsOf = (found: ExportManifest[]) => found.map(({ id }) => id).filter((id) => !before.has(id));
      expect(idsOf(await stage.manifests())).toEqual([third, second, first]);
      expect(idsOf(await stage.manifests({ kind: 'leaderboard' }))).toEqual([second, first]);
      expect(idsOf(await stage.manifests({ campaignId: QUIET }))).toEqual([second]);
      expect(idsOf(await stage.manifests({ exportedById: QUIET }))).toEqual([]);
      const page = await stage.call(listExportManifests, { projectId: PROJECT, limit: 2 });
      const next = { projectId: PROJECT, limit: 1, cursor: page.nextCursor ?? '' };
      expect((await stage.call(listExportManifests, next)).items).toMatchObject([{ id: first }]);
    });

    it('of the CSV file when it was sent inside of JSON, and none when its reader left', async () => {
      await stage.manySubmissions();
      const before = await stage.manifests();
      const ticket = await stage.submissions();
      const reading = await stage.open(ticket);
      await once(reading, 'readable');
      reading.destroy();
      await waitFor(async () => (await stage.running()) === 0);
      expect(await stage.manifests()).toEqual(before);
      const { csv = '' } = JSON.parse(await stage.fileOf(stage.legacy())) as Record<string, string>;
      const sha256 = createHash('sha256').update(csv).digest('hex');
      // A page has 100 manifests.
      expect(await stage.manifests()).toMatchObject([
        { kind: 'participants', rows: 1, bytes: Buffer.byteLength(csv), sha256 },
        ...before.slice(0, 99),
      ]);
    });

    it('that says why, when it ended because a migration waits, and new ones are refused until then', async () => {
      await stage.manySubmissions();
      const ticket = await stage.call(
        exportSubmissions,
        { projectId: PROJECT, campaignId: CAMPAIGN },
        by('exportSubmissions'),
      );
      const reading = await stage.open(ticket);
      await once(reading, 'readable');
      const later = await stage.submissions();
      const migrator = new Database(stage.database?.url ?? '', { schema: 'quests', poolSize: 1 });
      await migrator.execute(raw(ANNOUNCE_MIGRATION_WAIT));
      await waitFor(async () => (await stage.running()) === 0);
      await expect(text(reading)).rejects.toThrow('aborted');
      await expect(stage.open(later)).rejects.toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        details: { retryAfter: 10 },
      });
      await migrator.onApplicationShutdown();
      const kept = await waitFor(() => manifest(ticket.manifestId).catch(() => undefined));
      expect(kept).toMatchObject({ brokenOff: 'upgrade', rows: null, sha256: null, exportedBy: { id: QUIET } });
      expect(kept.bytes).toBeGreaterThan(0);
      expect((await stage.manifests())[0]).toEqual(kept);
      expect(await stage.db.rows(sql`SELECT FROM outbox WHERE aggregate_id = ${kept.id}`)).toEqual([]);
      await stage.fileOf(await stage.submissions());
    });

    it('that says why, when its reader took nothing, whose place is free then', async () => {
      const strict = await startTestService(exports, { env: { EXPORT_STALL_SECONDS: '1' }, beside: stage });
      await stage.manySubmissions();
      const asked = { projectId: PROJECT, campaignId: CAMPAIGN };
      const ticket = await strict.call(exportSubmissions, asked, by('exportSubmissions'));
      const reading = await stage.open(ticket);
      await once(reading, 'readable');
      await waitFor(async () => (await stage.running()) === 0);
      await expect(text(reading)).rejects.toThrow('aborted');
      const kept = await waitFor(() => manifest(ticket.manifestId).catch(() => undefined));
      expect(kept).toMatchObject({ brokenOff: 'stalled', rows: null, sha256: null, exportedBy: { id: QUIET } });
      expect((await stage.manifests())[0]).toEqual(kept);
      await strict.stop();
    }, 20_000);

    it.each(BROKEN_OFF_REASONS)('that can say %s', async (brokenOff) => {
      const known = {
        kind: 'leaderboard',
        projectId: PROJECT,
        campaignId: null,
        filters: {},
        fileName: 'a.csv',
      } as const;
      const state = { rows: null, sha256: null, bytes: 1, ledgerEntries: '0', readAt: new Date() };
      await stage.get(ManifestsRepository).add({ id: newId(), ...known, ...state, brokenOff });
      expect((await stage.manifests())[0]).toMatchObject({ brokenOff });
    });

    it('before its end is sent: if none can be stored, the connection breaks', async () => {
      await stage.earner(1);
      const asked = await stage.leaderboard();
      await stage.asOwner().execute(sql`ALTER TABLE export_manifest RENAME TO put_away`);
      try {
        await expect(stage.open(asked).then(text)).rejects.toThrow('aborted');
      } finally {
        await stage.asOwner().execute(sql`ALTER TABLE put_away RENAME TO export_manifest`);
      }
      expect(await refusal(manifest(asked.manifestId))).toBe('NOT_FOUND');
      expect(await refusal(stage.fileOf(stage.leaderboard()))).toBe('done');
    });

    it('that never changes', async () => {
      await stage.fileOf(stage.leaderboard());
      const changed = stage.db.execute(sql`UPDATE export_manifest SET rows = 0`);
      await expect(changed).rejects.toThrow('permission denied');
      await expect(stage.asOwner().execute(sql`DELETE FROM export_manifest`)).rejects.toThrow('append-only');
    });
  });
});
