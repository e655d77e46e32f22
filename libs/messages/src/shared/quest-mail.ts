import { Id, Text } from '../language/fields/index.js';

/** Longest text of a team in the mail with the code of a quest. */
export const MAX_MAIL_INTRO = 500;

/** What the mail with the code of a quest says of it. */
export class QuestMail {
  @Id()
  projectId!: string;

  @Text({ max: 100, description: 'Name of the project' })
  projectName!: string;

  @Text({ max: 160, description: 'Title of the quest' })
  questTitle!: string;

  @Text({ max: MAX_MAIL_INTRO, nullable: true, description: 'Text of the team for the mail; null: none' })
  intro!: string | null;
}
