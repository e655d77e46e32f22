import { defineFamily } from '../family/define-family.js';
import { EXAMPLE_FILE_ID } from '../../catalog/definition/evidence.js';
import { listOfObjects, map, object, shown, text, type JsonSchema } from '../../catalog/definition/json-schema.js';
import { review } from '../../catalog/definition/reviewed-proof.js';
import { ANY_PERIOD, defineTaskType } from '../../catalog/definition/task-type.js';
import { formAnswerErrors, formConfigErrors, formEvidence, formField, type FormAnswers } from './form-fields.js';

const answer: JsonSchema<FormAnswers[string]> = {
  type: ['string', 'number', 'boolean', 'array'],
  maxLength: 10_000,
  minimum: -1e12,
  maximum: 1e12,
  maxItems: 50,
  items: text('Id of an option or of a confirmed upload of evidence.', 40),
};

/** Spec 2.4 "Content, learn, identity, engagement": a form whose answers a reviewer reads. */
export const form = defineFamily({
  types: [
    defineTaskType({
      id: 'custom_form',
      name: 'Form / Survey',
      category: 'custom',
      automation: { level: 'manual' },
      methods: ['manual'],
      periods: ANY_PERIOD,
      config: object(
        {
          intro: shown(text('Text above the form.', 5000)),
          fields: listOfObjects('The fields, in order.', formField, 50),
        },
        ['fields'],
      ),
      inputs: object(
        {
          answers: map(
            'Values by field id: text, number, true or false, or a list of ids of options or uploads.',
            answer,
            50,
          ),
        },
        ['answers'],
      ),
      proof: ['answers'],
      checkConfig: formConfigErrors,
      checkInputs: ({ fields }, { answers }) => formAnswerErrors(fields, answers),
      available: true,
      facts: { evidence: ({ fields }, { answers }) => formEvidence(fields, answers) },
      rule: review,
      exampleConfig: {
        fields: [
          { id: 'role', label: 'What do you do?', kind: 'short_text', required: true, maxLength: 80 },
          {
            id: 'tools',
            label: 'Which do you use?',
            kind: 'multiple_choice',
            options: [
              { id: 'cli', label: 'Command line' },
              { id: 'web', label: 'Web' },
            ],
          },
          { id: 'years', label: 'For how many years?', kind: 'number', minimum: 0, maximum: 50 },
          {
            id: 'desk',
            label: 'Show us your desk',
            kind: 'file',
            maxFiles: 2,
            contentTypes: ['image/png', 'image/jpeg'],
          },
        ],
      },
      exampleInputs: { answers: { role: 'Developer', tools: ['cli'], years: 3.5, desk: [EXAMPLE_FILE_ID] } },
    }),
  ],
});
