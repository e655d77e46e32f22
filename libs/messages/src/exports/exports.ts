import type { Timestamp } from '../common.js';
import { contract, type HttpFace } from '../contract.js';
import { Id, OneOf, Text, Time, type FieldOptions } from '../fields/index.js';
import { FileRequest, FileTicket } from '../file-ticket.js';
import { SUBMISSION_STATUSES, type SubmissionStatus } from '../quests/submission-status.js';

const tag = 'exports';
const OF_PROJECT = 'GET /v1/projects/:projectId/exports';
const OF_CAMPAIGN = 'GET /v1/projects/:projectId/campaigns/:campaignId/exports';

/** Said of every export. */
const FORMAT =
  'Streamed, without a limit of rows or time, as one moment has it: UTF-8 with a byte order mark, RFC 4180, rows that end with CRLF. A single quote stands before each sign (`=`, `+`, `-`, `@`, also full-width) that begins a text, or follows `;`, a tab or a line break inside of one, so that no spreadsheet takes it for a formula; where single quotes stand there already, there is one more. `exportedText` of the SDK takes it away again. E-mail addresses are masked. `account_status` is `active` or `suspended`; accounts that were deleted, or merged into another one, are suspended. A reader that stalls, or takes less than a least rate, is broken off, as its manifest says. Few exports run at a time, 2 of them for one project: 429 above. Its manifest, named by X-Manifest-Id, is kept once the file was sent whole.';

/** What a face of an export says besides its own. */
const csv = (face: Pick<HttpFace, 'id' | 'route' | 'summary'>): HttpFace => ({
  ...face,
  tag,
  file: ['text/csv; charset=utf-8'],
  hasManifest: true,
  description: FORMAT,
});

const AS_OF: FieldOptions = {
  optional: true,
  description:
    'The state at this moment, which has to have come, by the ledger; names, wallets and account status are those of today. What was being written just then may not be in it yet',
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
    summary: 'The ranks of a campaign as CSV, suspended earners included',
  }),
});

class ExportParticipantsRequest extends FileRequest {
  @Id()
  projectId!: string;

  @Id({ nullable: true, description: 'Null: of all campaigns' })
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
        summary: 'Who handed something in to any campaign of a project as CSV',
      }),
      set: { campaignId: null },
    },
    csv({
      id: 'exportCampaignParticipants',
      route: `${OF_CAMPAIGN}/participants.csv`,
      summary: 'Who handed something in to a campaign as CSV',
    }),
  ],
});

class ExportAllParticipantsRequest extends FileRequest {
  @Id()
  projectId!: string;
}

/** It is written as it is sent, and has no bound but that of the strings that programs have. */
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
    description: 'The whole file, as the streamed export has it',
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
    summary: 'Who handed something in to any campaign of a project as CSV inside of JSON',
    description: `One object with the whole file of participants.csv of the project. ${FORMAT}`,
    deprecated: { since: '2026-05-01T00:00:00Z', successor: `${OF_PROJECT}/participants.csv` },
  },
});

class ExportSubmissionsRequest extends ExportCampaignRequest {
  @OneOf(SUBMISSION_STATUSES, { optional: true, description: 'Only with this status' })
  status?: SubmissionStatus;

  @Id({ optional: true, description: 'Only to this quest, which has to be one of the campaign' })
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
      summary: 'What was handed in to a campaign as CSV, oldest first',
    }),
    description: `\`inputs_json\` is what the earner sent; answers of a quiz, codes, signatures and visit tokens are \`[redacted]\`. ${FORMAT}`,
  },
});

export const exportDistribution = contract({
  subject: 'exports.distribution.open',
  request: ExportCampaignRequest,
  reply: FileTicket,
  http: csv({
    id: 'exportDistribution',
    route: `${OF_CAMPAIGN}/distribution.csv`,
    summary: 'The payouts of a campaign as CSV: the header alone until it has a reward pool',
  }),
});
