import { defineFamily } from '../family/define-family.js';
import { MAX_EVIDENCE_FILES, type FieldError } from '@questp/messages';
import { contentTypes, EXAMPLE_FILE_ID, reviewedEvidence } from '../../catalog/definition/evidence.js';
import {
  choice,
  flag,
  integer,
  line,
  listOfObjects,
  memberName,
  object,
  text,
} from '../../catalog/definition/json-schema.js';
import { ANY_PERIOD } from '../../catalog/definition/task-type.js';
import {
  FIELD_KINDS,
  formAnswerErrors,
  formConfigErrors,
  formEvidence,
  type FormAnswers,
  type FormConfig,
} from './form-fields.js';

/** Spec 2.4 "Content, learn, identity, engagement": a form whose answers a reviewer reads. */
export const form = defineFamily({
  types: [
    {
      id: 'custom_form',
      name: 'Form / Survey',
      category: 'custom',
      automation: { level: 'manual' },
      methods: ['manual'],
      periods: ANY_PERIOD,
      configSchema: object(
        {
          intro: text('Text above the form.', 5000),
          fields: listOfObjects(
            'The fields, in order.',
            object(
              {
                id: memberName('Id, unique in the form.'),
                label: line('The question.', 500),
                kind: choice('What is entered.', FIELD_KINDS),
                required: flag('The field has to be filled in.', false),
                options: listOfObjects(
                  'What can be chosen; for single_choice and multiple_choice.',
                  object({ id: memberName('Id, unique in the field.'), label: line('The option.', 200) }, [
                    'id',
                    'label',
                  ]),
                  50,
                ),
                maxLength: integer('Most characters of a text; for short_text and long_text.', 1, 10_000),
                minimum: { type: 'number', description: 'Least number; for number.', minimum: -1e12, maximum: 1e12 },
                maximum: { type: 'number', description: 'Greatest number; for number.', minimum: -1e12, maximum: 1e12 },
                maxFiles: integer('Most files, 1 by default; for file.', 1, MAX_EVIDENCE_FILES),
                contentTypes: contentTypes('What a file may be, anything by default; for file.'),
              },
              ['id', 'label', 'kind'],
            ),
            50,
          ),
        },
        ['fields'],
      ),
      inputSchema: object(
        {
          answers: {
            type: 'object',
            description: 'Values by field id: text, number, true or false, or a list of ids of options or uploads.',
            maxProperties: 50,
            additionalProperties: {
              type: ['string', 'number', 'boolean', 'array'],
              maxLength: 10_000,
              minimum: -1e12,
              maximum: 1e12,
              maxItems: 50,
              items: text('Id of an option or of a confirmed upload of evidence.', 40),
            },
          },
        },
        ['answers'],
      ),
      checkConfig: formConfigErrors,
      checkInputs: (config: FormConfig, inputs: { answers: FormAnswers }): FieldError[] =>
        formAnswerErrors(config.fields, inputs.answers),
      ...reviewedEvidence,
      evidence: ({ fields }: FormConfig, { answers }: { answers: FormAnswers }) => formEvidence(fields, answers),
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
    },
  ],
});
