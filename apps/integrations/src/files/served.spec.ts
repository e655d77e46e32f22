import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { fetchBytes } from '@questp/bytes';
import type { AdminPrincipal, ProjectRole } from '@questp/messages/access';
import type { AccountMerged } from '@questp/messages/identity';
import {
  handInEvidence,
  IMAGE_FORMATS,
  IMAGE_SIZES,
  openEvidence,
  openImage,
  publishImage,
  type ImageFormat,
  type ImageSize,
} from '@questp/messages/integrations';
import type { FileReader, FileTicket } from '@questp/messages/language';
import { getProjectRole } from '@questp/messages/quests';
import { sql } from '@questp/postgres';
import sharp from 'sharp';
import { FileEvents } from './file-events.js';
import { input, newUser, PDF, photograph, picture, startFiles, type FilesUnderTest } from '../testing/files.fixture.js';
import { FileStores } from './storage/file-stores.js';
import { SweepFiles } from './sweep-files.js';

describe('an uploaded file', () => {
  let files: FilesUnderTest;
  /** By user and project. */
  const roles = new Map<string, ProjectRole>();
  beforeAll(async () => {
    files = await startFiles();
    files.service.bus.answer(getProjectRole, ({ userId, projectId }) => ({
      role: roles.get(`${userId} ${projectId}`) ?? null,
    }));
  }, 60_000);
  afterAll(() => files.stop());

  const fetched = async (ticket: Promise<FileTicket>) =>
    buffer(await fetchBytes((await ticket).url, new AbortController().signal));
  const image = (fileId: string, size: ImageSize = '512', format: ImageFormat = 'webp', reader?: FileReader) =>
    files.service.call(
      openImage,
      { fileId, size, format, ...(reader && { reader }) },
      { operation: 'getImage', principal: null },
    );
  const publish = (fileId: string, userId: string) => files.service.call(publishImage, { fileId, userId }, undefined);
  const handIn = (userId: string, projectId: string, ...fileIds: string[]) =>
    files.service.call(handInEvidence, { fileIds, userId, projectId }, undefined);
  const evidence = (fileId: string, userId: string) =>
    files.service.call(
      openEvidence,
      { fileId, userId },
      { operation: 'getEvidence', principal: { family: 'user', userId, sessionId: randomUUID(), status: 'active' } },
    );
  const operator = (fileId: string) => {
    const adminId = `svcadmin_${'0'.repeat(32)}`;
    const principal: AdminPrincipal = {
      family: 'admin',
      adminId,
      sessionId: randomUUID(),
      role: 'platform_moderator',
      signedInAt: new Date().toISOString(),
      mustChangePassword: false,
      mustEnableTwoFactor: false,
    };
    return files.service.call(openEvidence, { fileId, adminId }, { operation: 'getEvidence', principal });
  };

  describe('for everybody', () => {
    it('a picture is available once it is in use, in each size and format, never enlarged', async () => {
      const user = newUser();
      const { id } = await files.upload(user, 'image/png', await picture('png', 300, 150));
      expect(await files.outcome(image(id))).toBe('NOT_FOUND');
      expect(await files.outcome(publish(id, newUser()))).toBe('FILE_NOT_USABLE');
      await publish(id, user);
      await publish(id, user);
      const etags = new Set<string | undefined>();
      for (const size of IMAGE_SIZES) {
        for (const format of IMAGE_FORMATS) {
          const { width, height, ...shown } = await sharp(await fetched(image(id, size, format))).metadata();
          const longest = Math.min(300, Number(size));
          expect([shown.format, width, height]).toEqual([format, longest, longest / 2]);
          const { etag, contentType } = await image(id, size, format);
          expect(contentType).toBe(`image/${format}`);
          etags.add(etag);
        }
      }
      expect(etags.size).toBe(IMAGE_SIZES.length * IMAGE_FORMATS.length);
    });

    it('a picture has all its colours as PNG', async () => {
      const user = newUser();
      const original = await photograph();
      const { id } = await files.upload(user, 'image/png', original);
      await publish(id, user);
      const pixels = (content: Buffer) => sharp(content).raw().toBuffer();
      expect((await pixels(await fetched(image(id, '512', 'png')))).equals(await pixels(original))).toBe(true);
    });

    it('A-79 has no metadata of its place and camera, and is upright', async () => {
      const user = newUser();
      const original = await sharp(await picture('jpeg', 60, 40))
        .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitude: '51/1 30/1 0/1', GPSLatitudeRef: 'N' } })
        .withMetadata({ orientation: 6 })
        .toBuffer();
      expect((await sharp(original).metadata()).exif).toBeDefined();
      const { id, ...info } = await files.upload(user, 'image/jpeg', original);
      expect(info).toMatchObject({ width: 40, height: 60 });
      await publish(id, user);
      for (const format of IMAGE_FORMATS) {
        const { exif, iptc, xmp, icc, orientation, width, height } = await sharp(
          await fetched(image(id, '64', format)),
        ).metadata();
        expect([exif, iptc, xmp, icc, orientation]).toEqual(new Array(5).fill(undefined));
        expect([width, height]).toEqual([40, 60]);
      }
    });

    it('a picture is encoded although its bytes deviate from the standard in ways that every viewer accepts', async () => {
      const user = newUser();
      const { id, ...info } = await files.upload(user, 'image/jpeg', input('extraneous.jpg'));
      expect(info).toMatchObject({ width: 400, height: 300 });
      await publish(id, user);
      for (const format of IMAGE_FORMATS) {
        const { width, height } = await sharp(await fetched(image(id, '512', format)), {
          failOn: 'warning',
        }).metadata();
        expect([width, height]).toEqual([400, 300]);
      }
    });

    it('a picture is encoded once for concurrent requests, and then read from the storage', async () => {
      const user = newUser();
      const { id, sha256 } = await files.upload(user, 'image/png', await picture('png', 500, 500));
      await publish(id, user);
      const storage = files.service.get(FileStores).environment.storage;
      const read = storage.read.bind(storage);
      let originals = 0;
      storage.read = (fileId, name) => {
        if (name === sha256) originals += 1;
        return read(fileId, name);
      };
      try {
        const answers = await Promise.all(Array.from({ length: 6 }, () => fetched(image(id, '128'))));
        expect(new Set(answers.map((one) => one.toString('base64'))).size).toBe(1);
        await fetched(image(id, '128'));
        expect(originals).toBe(1);
      } finally {
        storage.read = read;
      }
      expect(await files.namesOf(id)).toEqual([sha256, `${sha256}.128.webp`]);
    });
  });

  describe('requested by its headers only', () => {
    const MANY = 1_100;
    const asked = (caller: string, more: Partial<FileReader> = {}): FileReader => ({
      ...{ caller, isAnonymous: true, headersOnly: false, knownEtags: [] },
      ...more,
    });
    let id: string;
    beforeAll(async () => {
      const user = newUser();
      ({ id } = await files.upload(user, 'image/png', await picture('png')));
      await publish(id, user);
    });

    it('uses no read slot of its callers', async () => {
      const { etag = '' } = await image(id, '512', 'webp', asked('10.0.0.1', { headersOnly: true }));
      for (let n = 0; n < MANY; n += 1) {
        const more = n % 2 === 0 ? { headersOnly: true } : { knownEtags: [etag] };
        const { url, ...headers } = await image(id, '512', 'webp', asked(`10.0.${n % 3}.1`, more));
        expect([url, headers.etag]).toEqual([undefined, etag]);
      }
      const { url } = await image(id, '512', 'webp', asked('10.0.0.1'));
      expect((await buffer(await fetchBytes(url, new AbortController().signal))).length).toBeGreaterThan(0);
    });

    it('limits unfetched tickets per caller, without affecting other callers', async () => {
      const outcomes: string[] = [];
      const ask = () => files.outcome(image(id, '512', 'webp', asked('10.0.0.2')));
      // An unfetched ticket expires after ten seconds.
      while (outcomes.length < 200) outcomes.push(...(await Promise.all(Array.from({ length: 50 }, ask))));
      expect(outcomes.filter((one) => one === 'ok')).toHaveLength(64);
      expect(new Set(outcomes)).toEqual(new Set(['ok', 'RATE_LIMITED']));
      for (const other of [asked('10.0.0.3'), asked('svcuser_1', { isAnonymous: false })]) {
        expect(await files.outcome(image(id, '512', 'webp', other))).toBe('ok');
      }
    });
  });

  describe('that is evidence', () => {
    it('A-54 opens only for its uploader, the team of its project and operators', async () => {
      const [user, member, foreign] = [newUser(), newUser(), newUser()];
      const [project, other] = [randomUUID(), randomUUID()];
      roles.set(`${member} ${project}`, 'project_moderator').set(`${foreign} ${other}`, 'project_admin');
      const { id } = await files.upload(user, 'application/pdf', PDF, 'evidence');
      expect(await fetched(evidence(id, user))).toEqual(PDF);
      const padded = await files.upload(user, 'application/pdf', input('padded.pdf'), 'evidence');
      expect(await fetched(evidence(padded.id, user))).toEqual(input('padded.pdf'));
      expect(await files.outcome(evidence(id, member))).toBe('NOT_FOUND');
      await handIn(user, project, id);
      expect(await fetched(evidence(id, member))).toEqual(PDF);
      expect(await fetched(operator(id))).toEqual(PDF);
      for (const stranger of [foreign, newUser()]) {
        expect(await files.outcome(evidence(id, stranger))).toBe('NOT_FOUND');
        expect(await files.outcome(evidence(randomUUID(), stranger))).toBe('NOT_FOUND');
      }
      roles.delete(`${member} ${project}`);
      expect(await files.outcome(evidence(id, member))).toBe('NOT_FOUND');
    });

    it('A-66 opens for the account that its uploader was merged into, through several merges, until they are undone', async () => {
      const [first, second, third] = [newUser(), newUser(), newUser()];
      const { id } = await files.upload(first, 'application/pdf', PDF, 'evidence');
      const own = await files.upload(third, 'application/pdf', PDF, 'evidence');
      const heard = (type: 'account.merged' | 'account.merge_undone', data: AccountMerged) =>
        files.service.deliver(FileEvents, type, data);
      const merges = [
        { mergeId: randomUUID(), survivorId: second, absorbedId: first },
        { mergeId: randomUUID(), survivorId: third, absorbedId: second },
      ];
      const seenBy = async () => {
        const seen = await Promise.all([first, second, third].map((user) => files.outcome(evidence(id, user))));
        return seen.findIndex((outcome) => outcome !== 'NOT_FOUND');
      };
      for (const merge of merges) await heard('account.merged', merge);
      expect(await seenBy()).toBe(2);
      for (const [index, merge] of [...merges.entries()].toReversed()) {
        await heard('account.merge_undone', merge);
        expect(await seenBy()).toBe(index);
      }
      expect(await fetched(evidence(own.id, third))).toEqual(PDF);
    });

    it('evidence is deleted with the account of its user, like pending uploads', async () => {
      const user = newUser();
      const { id } = await files.upload(user, 'application/pdf', PDF, 'evidence');
      await files.presign(user, 'application/pdf', PDF.length, 'evidence');
      await files.service.deliver(FileEvents, 'account.deleted', { userId: user });
      expect(await files.outcome(evidence(id, user))).toBe('NOT_FOUND');
      await files.service.get(SweepFiles).sweep();
      expect(await files.service.db.rows(sql`SELECT 1 FROM file WHERE user_id = ${user}`)).toEqual([]);
    });

    it('A-54 cannot be served or published as a picture, and a picture cannot be used as evidence', async () => {
      const user = newUser();
      const proof = await files.upload(user, 'image/png', await picture('png'), 'evidence');
      expect(await files.outcome(publish(proof.id, user))).toBe('FILE_NOT_USABLE');
      expect(await files.outcome(image(proof.id))).toBe('NOT_FOUND');
      const shown = await files.upload(user, 'image/png', await picture('png'));
      expect(await files.outcome(evidence(shown.id, user))).toBe('NOT_FOUND');
      expect(await files.outcome(handIn(user, randomUUID(), shown.id))).toBe('FILE_NOT_USABLE');
    });

    it('evidence can be submitted by its uploader only, to one project, all files or none', async () => {
      const user = newUser();
      const [first, second] = [
        await files.upload(user, 'application/pdf', PDF, 'evidence'),
        await files.upload(user, 'application/pdf', PDF, 'evidence'),
      ];
      const project = randomUUID();
      expect(await files.outcome(handIn(newUser(), project, first.id))).toBe('FILE_NOT_USABLE');
      expect(await files.outcome(handIn(user, project, first.id, randomUUID()))).toBe('FILE_NOT_USABLE');
      expect((await handIn(user, randomUUID(), first.id)).files).toEqual([first]);
      expect(await files.outcome(handIn(user, project, second.id, first.id))).toBe('FILE_NOT_USABLE');
      expect((await handIn(user, project, second.id)).files).toEqual([second]);
      expect((await handIn(user, project, second.id)).files).toEqual([second]);
      const pending = await files.presign(user, 'application/pdf', PDF.length, 'evidence');
      expect(await files.outcome(handIn(user, project, pending.fileId))).toBe('FILE_NOT_USABLE');
    });
  });
});
