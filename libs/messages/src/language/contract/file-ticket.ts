import { Flag, Id, ListOfText, Nested, Text } from '../fields/index.js';

/** ETags of an If-None-Match that are compared; clients hold few versions of a file. */
export const MAX_KNOWN_ETAGS = 10;
export const MAX_ETAG_LENGTH = 200;

/** The reader of a file, and whether its bytes are needed. */
export class FileReader {
  @Text({ max: 100, description: 'Principal, or the network address of a request without a token' })
  caller!: string;

  @Flag({ description: 'The request has no token' })
  isAnonymous!: boolean;

  @Flag({ description: 'Only the headers are wanted, as for HEAD' })
  headersOnly!: boolean;

  @ListOfText({ max: MAX_KNOWN_ETAGS, maxLength: MAX_ETAG_LENGTH, description: 'ETags of If-None-Match, or *' })
  knownEtags!: string[];
}

/** Members of every request whose reply is a FileTicket. */
export class FileRequest {
  @Nested(() => FileReader, { from: 'reader', optional: true })
  reader?: FileReader;
}

/**
 * Reply of a binding with `file`: a one-time URL from which the gateway fetches the bytes, and the name of the file.
 */
export class FileTicket {
  @Text({
    min: 1,
    max: 300,
    optional: true,
    description: 'Address at the service that answered; absent where the reader wants no bytes',
    example: 'http://10.0.0.7:41234/bytes/x',
  })
  url?: string;

  @Text({
    form: 'file_name',
    max: 300,
    description: 'File name',
    example: 'acme-launch-leaderboard-2026-05-01.csv',
  })
  fileName!: string;

  @Id({
    optional: true,
    description: 'Of the manifest that is kept of it once it was sent whole',
    example: '0190b5e4-6f0e-7c3a-9d7a-3f1f0c5a2a12',
  })
  manifestId?: string;

  @Text({
    max: 100,
    optional: true,
    description: 'Media type, where the binding leaves it open',
    example: 'image/webp',
  })
  contentType?: string;

  @Text({
    max: 200,
    optional: true,
    form: 'printable',
    description: 'Of a binding whose file caches may store: by what it is known',
  })
  etag?: string;
}
