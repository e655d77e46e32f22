import { Id, Nested, Text, UserId } from '../language/fields/index.js';

/** Project and campaign that the requests of a fact are charged to. */
export class Payer {
  @Id()
  projectId!: string;

  @UserId({ optional: true, description: 'Member by whom the project is counted with the others of the same account' })
  ownerId?: string;

  @Id({ nullable: true, description: 'Campaign of the quest; null: not for a quest that earners complete' })
  campaignId!: string | null;

  @Text({
    max: 20,
    form: 'usd',
    nullable: true,
    description: 'Budget of the campaign in US dollars; null: the default of the platform',
  })
  budgetUsd!: string | null;
}

/** Members of every request that can lead to requests to a platform. */
export class Charged {
  @Nested(() => Payer, {
    optional: true,
    description: 'Whom the requests are counted for; absent: the platform itself',
  })
  payer?: Payer;
}
