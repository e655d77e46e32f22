import { Creating, type Timestamp } from '../common.js';
import { contract, SAME_AGAIN } from '../contract.js';
import {
  AdminId,
  enumeration,
  Id,
  ListOf,
  ListOfText,
  Nested,
  OneOf,
  pick,
  Text,
  TextMap,
  Time,
  UserId,
  Whole,
  type FieldOptions,
} from '../fields/index.js';
import { FileRequest, FileTicket } from '../file-ticket.js';

const tag = 'files';

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Files that one user may begin to upload in an hour. */
export const FILES_PER_HOUR = 30;
export const UPLOAD_MINUTES = 15;
/** Width times height; of an animation in all its frames together. */
export const MAX_IMAGE_PIXELS = 25_000_000;
export const MAX_FRAMES = 200;

export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export const FILE_TYPES = enumeration('FileType', [...PICTURE_TYPES, 'application/pdf']);
export type FileType = (typeof FILE_TYPES)[number];

/** What it is for: a picture that anybody may see, or proof that few may. */
export const FILE_PURPOSES = enumeration('FilePurpose', ['image', 'evidence']);
export type FilePurpose = (typeof FILE_PURPOSES)[number];

const TYPE: FieldOptions = { description: 'Media type of its content', example: 'image/png' };
const PURPOSE: FieldOptions = {
  description:
    'What it is for: pictures are shown to anybody where they are used, evidence to few; pdf is evidence only',
};
const SIZE = { min: 1, max: MAX_FILE_BYTES, description: 'Bytes of the content', example: 24_512 } as const;

/** What a request with bytes says of them in its headers. */
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
    description: 'Where the content is sent to by PUT; relative to the address of the API where it begins with a slash',
    example: '/v1/files/0190a3b4-5c6d-7e8f-9a0b-1c2d3e4f5a6b/content?signature=x',
  })
  uploadUrl!: string;

  @TextMap({
    maxEntries: 5,
    maxNameLength: 50,
    maxLength: 100,
    description: 'Headers to send it with, all of them',
    example: { 'content-type': 'image/png' },
  })
  headers!: Record<string, string>;

  @Time({ description: 'Until when the address takes it' })
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
    summary: 'An address that takes the content of a file',
    description: `Good for ${UPLOAD_MINUTES} minutes, for exactly this type and size. A user may begin ${FILES_PER_HOUR} files in an hour: 429 above. Send the content by PUT to \`uploadUrl\` with the \`headers\` of the answer, then confirm the file. An upload that broke off can be sent again. An object storage takes the content once: it answers 412 to a further PUT, which says that the content is there to be confirmed, or was confirmed, and 409 when another PUT to the address is in progress: send it again. When the confirmation answers UPLOAD_BROKEN or UPLOAD_MISSING, the content can be sent again.`,
  },
});

class ReceiveUploadRequest {
  @Id()
  fileId!: string;

  @Text({ min: 43, max: 43, form: 'handle', description: 'Of the address that was given out', example: 'x'.repeat(43) })
  signature!: string;

  @Nested(() => UploadInfo, { from: 'upload' })
  upload!: UploadInfo;
}

/** Where the gateway delivers bytes, once and soon. */
class UploadTicket {
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
    summary: 'Send the content of a file',
    description:
      'Needs the address that was given out and no token. Content-Type and Content-Length have to be those it was given out for. Until the file is confirmed it can be sent again, by one upload at a time.',
  },
});

export class FileInfo {
  @Id({ description: 'Of the file' })
  id!: string;

  @OneOf(FILE_PURPOSES, PURPOSE)
  purpose!: FilePurpose;

  @OneOf(FILE_TYPES, TYPE)
  contentType!: FileType;

  @Whole(SIZE)
  size!: number;

  @Text({ form: 'sha256', description: 'SHA-256 of the content, which never changes' })
  sha256!: string;

  @Whole({ min: 1, max: MAX_IMAGE_PIXELS, nullable: true, description: 'Pixels; null: no picture', example: 640 })
  width!: number | null;

  @Whole({ min: 1, max: MAX_IMAGE_PIXELS, nullable: true, description: 'Pixels; null: no picture', example: 480 })
  height!: number | null;

  @Time({ description: 'When it was confirmed' })
  confirmedAt!: Timestamp;
}

/** A file as those see it who review what it was handed in for. */
export class EvidenceFile extends pick(FileInfo, 'id', 'contentType', 'size', 'sha256') {
  @Text({
    max: 100,
    description: 'Where it is fetched from, relative to the address of the API; gone once its sender deleted it',
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

/** Reads and decodes the whole content. */
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
    summary: 'Have an uploaded file checked and kept',
    description: `The content has to be what its type says; a picture is decoded, has at most ${MAX_IMAGE_PIXELS / 1_000_000} million pixels in at most ${MAX_FRAMES} frames. What is refused is refused for good, and what is confirmed never changes.`,
  },
});

/** Longest side of a picture as it is shown, in pixels. */
export const IMAGE_SIZES = enumeration('ImageSize', ['64', '128', '256', '512', '1024', '2048']);
export type ImageSize = (typeof IMAGE_SIZES)[number];

export const IMAGE_FORMATS = enumeration('ImageFormat', ['webp', 'jpeg', 'png']);
export type ImageFormat = (typeof IMAGE_FORMATS)[number];

class OpenImageRequest extends FileRequest {
  @Id()
  fileId!: string;

  @OneOf(IMAGE_SIZES, {
    default: '512',
    description: 'Longest side in pixels; a smaller picture is not made larger',
    example: '256',
  })
  size!: ImageSize;

  @OneOf(IMAGE_FORMATS, { default: 'webp', description: 'Format it is encoded in', example: 'webp' })
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
    summary: 'A picture in one of several sizes and formats',
    description:
      'Encoded anew, with nothing in it but the picture: of an animation its first frame. There once it is used for something everybody sees. The answer of an address never changes.',
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
    summary: 'A file that was handed in as proof, as it was sent',
    description:
      'Whoever sent it gets it, the team of the project it was handed in to, and operators; for anybody else there is none. To be saved, and not shown as a page.',
  },
});

class DeleteEvidenceRequest {
  @UserId({ from: 'userId' })
  userId!: string;
}

class EvidenceDeleted {
  @Whole({ min: 0, max: Number.MAX_SAFE_INTEGER, description: 'Files that were deleted', example: 3 })
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
    summary: 'Deletes all evidence the user has sent',
    description:
      'Nobody gets it from now on, reviewers included; what was decided by it stays. Its content is gone within minutes.',
  },
});

class PublishImageRequest {
  @Id()
  fileId!: string;

  @UserId({ description: 'Who uses it, which has to be who sent it where nobody is shown it yet', optional: true })
  userId?: string;
}

/** Shows a confirmed picture to anybody, from now on. The same again changes nothing, whoever asks. */
export const publishImage = contract({
  subject: 'integrations.files.publish',
  callers: ['identity', 'quests-verify'],
  request: PublishImageRequest,
  reply: null,
  errors: ['FILE_NOT_USABLE'],
});

/** Files that one attempt may hand in. */
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

/** Shows confirmed evidence to the team of a project, and of no other. All of it or none; the same again changes nothing. */
export const handInEvidence = contract({
  subject: 'integrations.files.hand-in',
  callers: ['quests-verify'],
  request: HandInEvidenceRequest,
  reply: HandedInEvidence,
  errors: ['FILE_NOT_USABLE'],
});
