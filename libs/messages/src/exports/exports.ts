import type { Timestamp } from '../language/contract/common.js';
import { contract, type HttpBinding } from '../language/contract/contract.js';
import { FileRequest, FileTicket } from '../language/contract/file-ticket.js';
import { Id, OneOf, Text, Time, type FieldOptions } from '../language/fields/index.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../shared/submission-status.js';

const tag = 'exports';
const OF_PROJECT = 'GET /v1/projects/:projectId/exports';
const OF_CAMPAIGN = 'GET /v1/projects/:projectId/campaigns/:campaignId/exports';

/** Description of every export. */
const FORMAT =
  'Streams a consistent snapshot without a row or time limit: RFC 4180 in UTF-8 with a byte order mark and CRLF. To prevent formulas in spreadsheets, a single quote is inserted before each `=`, `+`, `-` or `@` (also full-width) at the start of a cell or after `;`, a tab or a line break, also behind spaces and invisible characters, and before single quotes at these places; `exportedText` of the SDK removes it. E-mail addresses are masked. `account_status` is `active` or `suspended`; deleted and merged accounts are suspended. The export is aborted if the reader stalls or is too slow. At most 2 exports run at a time per project; more return 429. X-Manifest-Id is the id of its manifest, which is available after the end.';

/** What the HTTP binding of every export has in common. */
const csv = ({
  description,
  ...binding
}: Pick<HttpBinding, 'id' | 'route' | 'summary' | 'description'>): HttpBinding => ({
  ...binding,
  tag,
  file: ['text/csv; charset=utf-8'],
  hasManifest: true,
  description: description === undefined ? FORMAT : `${description} ${FORMAT}`,
});

const AS_OF: FieldOptions = {
  optional: true,
  description:
    'State at this time in the past, computed from the ledger; names, wallets and account status are current. Entries that were being written at that time may be missing',
};

class ExportCampaignRequest extends FileRequest {
  @Id()
  projectId!: string;

  @Id()
  campaignId!: string;
}

class ExportLeaderboardRequest extends ExportCampaignRequest {
  @Time(AS_OF)
  asOf?: Timestamp;
}

export const exportLeaderboard = contract({
  subject: 'exports.leaderboard.open',
  request: ExportLeaderboardRequest,
  reply: FileTicket,
  http: csv({
    id: 'exportLeaderboard',
    route: `${OF_CAMPAIGN}/leaderboard.csv`,
    summary: 'Export the leaderboard of a campaign as CSV, suspended earners included',
  }),
});

class ExportParticipantsRequest extends FileRequest {
  @Id()
  projectId!: string;

  @Id({ nullable: true, description: 'Id of the campaign; null: all campaigns of the project' })
  campaignId!: string | null;

  @Time(AS_OF)
  asOf?: Timestamp;
}

export const exportParticipants = contract({
  subject: 'exports.participants.open',
  request: ExportParticipantsRequest,
  reply: FileTicket,
  http: [
    {
      ...csv({
        id: 'exportProjectParticipants',
        route: `${OF_PROJECT}/participants.csv`,
        summary: 'Export the participants of a project as CSV',
      }),
      set: { campaignId: null },
    },
    csv({
      id: 'exportCampaignParticipants',
      route: `${OF_CAMPAIGN}/participants.csv`,
      summary: 'Export the participants of a campaign as CSV',
    }),
  ],
});

class ExportAllParticipantsRequest extends FileRequest {
  @Id()
  projectId!: string;
}

/** The file is written while it is sent; its size has no bound. */
class CsvInJson {
  @Text({
    form: 'file_name',
    max: 300,
    description: 'Name of the CSV file',
    example: 'acme-all-participants-2026-05-01.csv',
  })
  filename!: string;

  @Text({
    max: 2_147_483_647,
    description: 'The complete CSV file',
    example: '\uFEFFuser_public_id,username\r\n',
  })
  csv!: string;
}

export const exportLegacyParticipants = contract({
  subject: 'exports.participants.open-legacy',
  request: ExportAllParticipantsRequest,
  reply: FileTicket,
  http: {
    id: 'exportLegacyParticipants',
    route: 'GET /v1/projects/:projectId/participants/export',
    tag,
    file: ['application/json; charset=utf-8'],
    holds: CsvInJson,
    hasManifest: true,
    summary: 'Export the participants of a project as CSV inside JSON',
    description: `Returns one JSON object with the complete participants.csv of the project. ${FORMAT}`,
    deprecated: { since: '2026-05-01T00:00:00Z', successor: `${OF_PROJECT}/participants.csv` },
  },
});

class ExportSubmissionsRequest extends ExportCampaignRequest {
  @OneOf(SUBMISSION_STATUSES, { optional: true, description: 'Only with this status' })
  status?: SubmissionStatus;

  @Id({ optional: true, description: 'Only this quest of the campaign' })
  questId?: string;
}

export const exportSubmissions = contract({
  subject: 'exports.submissions.open',
  request: ExportSubmissionsRequest,
  reply: FileTicket,
  http: {
    ...csv({
      id: 'exportSubmissions',
      route: `${OF_CAMPAIGN}/submissions.csv`,
      summary: 'Export the submissions to a campaign as CSV, oldest first',
    }),
    description: `\`inputs_json\` contains the inputs; quiz answers, codes, signatures and visit tokens are \`[redacted]\`. ${FORMAT}`,
  },
});

export const exportDistribution = contract({
  subject: 'exports.distribution.open',
  request: ExportCampaignRequest,
  reply: FileTicket,
  http: csv({
    id: 'exportDistribution',
    route: `${OF_CAMPAIGN}/distribution.csv`,
    summary: 'Export the payouts of a campaign as CSV (only the header without a reward pool)',
    description:
      'The rows of the current payout plan. Until the list freezes they are a projection that is up to ten minutes old; `as_of` says which credits count: those decided before. Statuses and transactions are those of now. Of accounts that share an address one is paid: an address that was chosen precedes a linked wallet, which precedes an address derived from another chain; then more points, and the earlier last credit, decide. The others have `excluded_reason` duplicate_address.',
  }),
});
