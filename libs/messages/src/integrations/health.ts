import { OneOf, Text, enumeration } from '../language/fields/index.js';
import { Noted } from '../shared/noted.js';

export const INTEGRATION_STATES = enumeration('IntegrationState', ['up', 'down']);
export type IntegrationState = (typeof INTEGRATION_STATES)[number];

export class IntegrationChanged extends Noted {
  @Text({ max: 64, description: 'Name of the third party' })
  destination!: string;

  @Text({
    max: 300,
    nullable: true,
    description: 'Host and port configured by the operator; null: supplied by a client',
  })
  host!: string | null;

  @OneOf(INTEGRATION_STATES, { description: 'down: it kept failing and is left alone for a while' })
  state!: IntegrationState;
}
