import { Id, Nested, Text } from '../language/fields/index.js';

/** Whom the requests of a fact are counted for. */
export class Payer {
  @Id()
  projectId!: string;

  @Id({ nullable: true, description: 'Campaign of the quest; null: not for a quest that earners complete' })
  campaignId!: string | null;

  @Text({ max: 20, form: 'usd', nullable: true, description: 'Budget of the campaign in US dollars; null: unlimited' })
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
