import { Id, ListOfText, OneOf, Text, enumeration } from '../../language/fields/index.js';
import { CONNECTION_PROVIDERS, type ConnectionProvider } from '../../integrations/project-connections.js';
import { WebhookFailing } from '../../integrations/project-webhooks.js';
import { MAX_MEMBERS } from './invitations.js';

const TEAM = { max: MAX_MEMBERS, maxLength: 40, form: 'user_id', description: 'The team' } as const;

export class QuestMisconfigured {
  @Id()
  questId!: string;

  @Text({ max: 160, description: 'Title of the quest', example: 'Your first impressions' })
  questTitle!: string;

  @Id()
  projectId!: string;

  @Text({ max: 1_000, description: 'What the team has to change', example: 'Connect a server to the project.' })
  reason!: string;

  @ListOfText(TEAM)
  userIds!: string[];
}

export class QuestTargetRenamed {
  @Id()
  questId!: string;

  @Text({ max: 160, description: 'Title of the quest', example: 'Star our repository' })
  questTitle!: string;

  @Id()
  projectId!: string;

  @Text({ max: 200, description: 'Former name', example: 'orbit/orbit-core' })
  from!: string;

  @Text({ max: 200, description: 'Present name', example: 'orbit/orbit' })
  to!: string;

  @ListOfText(TEAM)
  userIds!: string[];
}

export class QuestActsUndone {
  @Id()
  questId!: string;

  @Text({ max: 160, description: 'Title of the quest', example: 'Delegate to Orbit' })
  questTitle!: string;

  @Id()
  projectId!: string;

  @ListOfText(TEAM)
  userIds!: string[];
}

/** refused: the platform no longer accepts it. */
export const CONNECTION_ENDS = enumeration('ConnectionEnd', ['refused', 'removed']);
export type ConnectionEnd = (typeof CONNECTION_ENDS)[number];

export class ConnectionLost {
  @Id()
  projectId!: string;

  @Text({ max: 100, description: 'Name of the project', example: 'Orbit' })
  projectName!: string;

  @OneOf(CONNECTION_PROVIDERS)
  provider!: ConnectionProvider;

  @OneOf(CONNECTION_ENDS)
  end!: ConnectionEnd;

  @ListOfText({ ...TEAM, description: 'The team, without the member who removed it' })
  userIds!: string[];
}

export class WebhookAlert extends WebhookFailing {
  @Text({ max: 100, description: 'Name of the project', example: 'Orbit' })
  projectName!: string;

  @ListOfText(TEAM)
  userIds!: string[];
}
