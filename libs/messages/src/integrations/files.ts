import { Creating, type Timestamp } from '../language/contract/common.js';
import { SAME_AGAIN, contract } from '../language/contract/contract.js';
import { FileRequest, FileTicket } from '../language/contract/file-ticket.js';
import {
  AdminId,
  Id,
  ListOf,
  ListOfText,
  Nested,
  OneOf,
  Text,
  TextMap,
  Time,
  UserId,
  Whole,
  enumeration,
  pick,
  type FieldOptions,
} from '../language/fields/index.js';

const tag = 'files';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Uploads that one user may start per hour. */
export const FILES_PER_HOUR = 30;
export const UPLOAD_MINUTES = 15;
/** Width times height, summed over all frames of an animation. */
export const MAX_IMAGE_PIXELS = 25_000_000;
export const MAX_FRAMES = 200;

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export const FILE_TYPES = enumeration('FileType', [...PICTURE_TYPES, 'application/pdf']);
export type FileType = (typeof FILE_TYPES)[number];

/** Use of a file: a public image, or evidence with restricted readers. */
export const FILE_PURPOSES = enumeration('FilePurpose', ['image', 'evidence']);
export type FilePurpose = (typeof FILE_PURPOSES)[number];

const TYPE: FieldOptions = { description: 'Media type of the content', example: 'image/png' };
const PURPOSE: FieldOptions = {
  description:
    'Purpose of the file: images are public where they are used, evidence is restricted; PDF only as evidence',
};
const SIZE = { min: 1, max: MAX_FILE_BYTES, description: 'Size in bytes', example: 24_512 } as const;

/** Headers that describe the bytes of a request. */
export class UploadInfo {
  @Text({ max: 200, description: 'Content-Type' })
  contentType!: string;

  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Content-Length' })
  size!: number;
}

class PresignUploadRequest extends Creating {
  @UserId({ from: 'userId' })
  userId!: string;

  @OneOf(FILE_PURPOSES, PURPOSE)
  purpose!: FilePurpose;

  @OneOf(FILE_TYPES, TYPE)
  contentType!: FileType;

  @Whole(SIZE)
  size!: number;
}

export class PresignedUpload {
  @Id()
  fileId!: string;

  @Text({
    max: 2_000,
    description: 'URL for the PUT of the content; relative to the API if it begins with a slash',
    example: '/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/content?signature=x',
  })
  uploadUrl!: string;

  @TextMap({
    maxEntries: 5,
    maxNameLength: 50,
    maxLength: 100,
    description: 'Headers that the PUT must send',
    example: { 'content-type': 'image/png' },
  })
  headers!: Record<string, string>;

  @Time({ description: 'When the URL expires' })
  expiresAt!: Timestamp;
}

export const presignUpload = contract({
  subject: 'integrations.files.presign',
  request: PresignUploadRequest,
  reply: PresignedUpload,
  http: {
    id: 'presignUpload',
    route: 'POST /v1/files/presign',
    tag,
    status: 201,
    idempotent: true,
    summary: 'Create an upload URL',
    description: `The URL expires after ${UPLOAD_MINUTES} minutes and accepts exactly this type and size. PUT the content to \`uploadUrl\` with the \`headers\` of the answer, then confirm the file. An interrupted upload can be repeated, and so can one whose confirmation returned UPLOAD_BROKEN or UPLOAD_MISSING. Object storage accepts the content once: it returns 412 if the content is already there (confirm it) and 409 while another PUT is in progress (retry). A user can presign ${FILES_PER_HOUR} files an hour; more return 429.`,
  },
});

class ReceiveUploadRequest {
  @Id()
  fileId!: string;

  @Text({ min: 43, max: 43, form: 'handle', description: 'Token of the upload URL', example: 'x'.repeat(43) })
  signature!: string;

  @Nested(() => UploadInfo, { from: 'upload' })
  upload!: UploadInfo;
}

/** Address for the gateway to send bytes to, for one use within a short time. */
export class UploadTicket {
  @Text({
    min: 1,
    max: 300,
    description: 'Address at the service that answered',
    example: 'http://10.0.0.7:41234/bytes/x',
  })
  url!: string;
}

export const receiveUpload = contract({
  subject: 'integrations.files.receive',
  request: ReceiveUploadRequest,
  reply: UploadTicket,
  errors: ['UPLOAD_NOT_ALLOWED', 'UPLOAD_BROKEN', 'UPLOAD_IN_PROGRESS', 'LENGTH_REQUIRED', 'FILE_STORAGE_UNAVAILABLE'],
  http: {
    id: 'uploadFile',
    route: 'PUT /v1/files/:fileId/content',
    tag,
    upload: FILE_TYPES,
    summary: 'Upload the content of a file',
    description:
      'Requires the URL of presignUpload instead of a token. Content-Type and Content-Length must match the presigned values. The content can be uploaded again until the file is confirmed, one upload at a time.',
  },
});

export class FileInfo {
  @Id({ description: 'Id of the file' })
  id!: string;

  @OneOf(FILE_PURPOSES, PURPOSE)
  purpose!: FilePurpose;

  @OneOf(FILE_TYPES, TYPE)
  contentType!: FileType;

  @Whole(SIZE)
  size!: number;

  @Text({ form: 'sha256', description: 'SHA-256 of the content, which never changes' })
  sha256!: string;

  @Whole({
    min: 1,
    max: MAX_IMAGE_PIXELS,
    nullable: true,
    description: 'Pixels of the upright image; null: not an image',
    example: 640,
  })
  width!: number | null;

  @Whole({
    min: 1,
    max: MAX_IMAGE_PIXELS,
    nullable: true,
    description: 'Pixels of the upright image; null: not an image',
    example: 480,
  })
  height!: number | null;

  @Time({ description: 'When it was confirmed' })
  confirmedAt!: Timestamp;
}

/** A file as reviewers of the submission see it. */
export class EvidenceFile extends pick(FileInfo, 'id', 'contentType', 'size', 'sha256') {
  @Text({
    max: 100,
    description: 'URL of the file, relative to the API; 404 after its uploader deletes it',
    example: '/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/evidence',
  })
  url!: string;
}

class ConfirmUploadRequest {
  @Id()
  fileId!: string;

  @UserId({ from: 'userId' })
  userId!: string;
}

/** Reads and decodes the complete content. */
export const confirmUpload = contract({
  subject: 'integrations.files.confirm',
  request: ConfirmUploadRequest,
  reply: FileInfo,
  errors: ['NOT_FOUND', 'UPLOAD_MISSING', 'UPLOAD_BROKEN', 'FILE_REFUSED', 'FILE_IN_CHECK', 'FILE_STORAGE_UNAVAILABLE'],
  deadlineMs: 15_000,
  http: {
    id: 'confirmUpload',
    route: 'POST /v1/files/:fileId/confirm',
    tag,
    again: SAME_AGAIN,
    summary: 'Confirm an upload and check its content',
    description: `The content must match its type; images have at most ${MAX_IMAGE_PIXELS / 1_000_000} million pixels in at most ${MAX_FRAMES} frames. Images and documents that every viewer shows are accepted, such as photos with bytes between their segments; those that are cut off are not. Of an animation, the first frame is published. A refusal is final, and a confirmed file never changes.`,
  },
});

/** Longest side of a published image, in pixels. */
export const IMAGE_SIZES = enumeration('ImageSize', ['64', '128', '256', '512', '1024', '2048']);
export type ImageSize = (typeof IMAGE_SIZES)[number];

export const IMAGE_FORMATS = enumeration('ImageFormat', ['webp', 'jpeg', 'png']);
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

class OpenImageRequest extends FileRequest {
  @Id()
  fileId!: string;

  @OneOf(IMAGE_SIZES, {
    default: '512',
    description: 'Longest side in pixels; smaller images are not enlarged',
    example: '256',
  })
  size!: ImageSize;

  @OneOf(IMAGE_FORMATS, { default: 'webp', description: 'Image format', example: 'webp' })
  format!: ImageFormat;
}

export const openImage = contract({
  subject: 'integrations.files.image',
  request: OpenImageRequest,
  reply: FileTicket,
  errors: ['NOT_FOUND', 'FILE_STORAGE_UNAVAILABLE'],
  deadlineMs: 15_000,
  http: {
    id: 'getImage',
    route: 'GET /v1/files/:fileId/image',
    tag,
    file: ['image/webp', 'image/jpeg', 'image/png'],
    immutable: true,
    summary: 'Get an image in a size and format',
    description:
      'Re-encoded without metadata; of an animation only the first frame. 404 until a public field refers to the file. The content of a URL never changes.',
  },
});

class OpenEvidenceRequest extends FileRequest {
  @Id()
  fileId!: string;

  @UserId({ from: 'userId', optional: true })
  userId?: string;

  @AdminId({ from: 'adminId', optional: true })
  adminId?: string;
}

export const openEvidence = contract({
  subject: 'integrations.files.evidence',
  request: OpenEvidenceRequest,
  reply: FileTicket,
  errors: ['NOT_FOUND', 'FILE_STORAGE_UNAVAILABLE'],
  deadlineMs: 15_000,
  http: {
    id: 'getEvidence',
    route: 'GET /v1/files/:fileId/evidence',
    tag,
    file: FILE_TYPES,
    summary: 'Download an evidence file',
    description:
      'Available to its uploader, the team of the project and operators; 404 for others. Served as an attachment.',
  },
});

class DeleteEvidenceRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

class EvidenceDeleted {
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Number of deleted files', example: 3 })
  deleted!: number;
}

export const deleteEvidence = contract({
  subject: 'integrations.files.delete-evidence',
  request: DeleteEvidenceRequest,
  reply: EvidenceDeleted,
  http: {
    id: 'deleteMyEvidence',
    route: 'DELETE /v1/files/evidence',
    tag,
    summary: 'Delete all your evidence files',
    description:
      'The files are no longer available to anyone, including reviewers; decisions are kept. The content is erased within minutes.',
  },
});

class PublishImageRequest {
  @Id()
  fileId!: string;

  @UserId({ description: 'Who uses it, which has to be who sent it where nobody is shown it yet', optional: true })
  userId?: string;
}

/** Makes a confirmed image public. Idempotent, for any caller. */
export const publishImage = contract({
  subject: 'integrations.files.publish',
  callers: ['identity', 'quests-verify'],
  request: PublishImageRequest,
  reply: null,
  errors: ['FILE_NOT_USABLE'],
});

/** Files per attempt. */
export const MAX_EVIDENCE_FILES = 10;

class HandInEvidenceRequest {
  @ListOfText({ min: 1, max: MAX_EVIDENCE_FILES, maxLength: 36, form: 'uuid' })
  fileIds!: string[];

  @UserId({ description: 'Who hands them in, which has to be who sent them' })
  userId!: string;

  @Id()
  projectId!: string;
}

class HandedInEvidence {
  @ListOf(() => FileInfo, { max: MAX_EVIDENCE_FILES })
  files!: FileInfo[];
}

/** Makes confirmed evidence visible to the team of one project. All files or none. Idempotent. */
export const handInEvidence = contract({
  subject: 'integrations.files.hand-in',
  callers: ['quests-verify'],
  request: HandInEvidenceRequest,
  reply: HandedInEvidence,
  errors: ['FILE_NOT_USABLE'],
});
