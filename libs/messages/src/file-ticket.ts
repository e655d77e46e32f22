import { Id, Text } from './fields/index.js';

/** Of a face with `file`: where the gateway fetches the bytes, once and soon, and what the file is called. */
export class FileTicket {
  @Text({
    min: 1,
    max: 300,
    description: 'Address at the service that answered',
    example: 'http://10.0.0.7:41234/bytes/x',
  })
  url!: string;

  @Text({
    form: 'file_name',
    max: 300,
    description: 'Name of the file',
    example: 'acme-launch-leaderboard-2026-05-01.csv',
  })
  fileName!: string;

  @Id({ optional: true, description: 'Of the manifest that is kept of it once it was sent whole' })
  manifestId?: string;

  @Text({ max: 100, optional: true, description: 'Media type, where the face leaves it open', example: 'image/webp' })
  contentType?: string;

  @Text({ max: 200, optional: true, form: 'printable', description: 'Of an immutable face: by what it is known' })
  etag?: string;
}
