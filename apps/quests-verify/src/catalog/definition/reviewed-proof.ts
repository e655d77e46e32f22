import { fieldError, FORMS, type FieldError } from '@questp/messages/language';
import type { VerificationMethod } from '@questp/messages/quests';
import type { Outcome } from './outcome.js';
import { instructions } from './common-fields.js';
import {
  choice,
  httpUrl,
  integer,
  line,
  list,
  object,
  text,
  withDefault,
  type JsonObject,
  type Members,
} from './json-schema.js';
import { ANY_PERIOD } from './task-type.js';

type ProofConfig = { accepts?: readonly string[]; allowedDomains?: readonly string[]; minTextLength?: number };
type ProofInputs = { link?: string; text?: string };

const allowedDomains = list(
  'Hosts a link may lead to, their subdomains included; absent: any.',
  text('A host name in lower case.', 253, { pattern: FORMS.host.pattern.source }),
  20,
);
export const note = text('A note for the reviewer.', 1000);
export const link = httpUrl('Link that proves the work.');
export const review = (): Outcome => ({ kind: 'review' });

const common = { available: true, methods: ['manual'], facts: {}, rule: review } as const;

/**
 * The parts of a type that is proven by a link for a reviewer.
 * @param config members of the configuration beside instructions and allowedDomains
 */
export function reviewedLink<const M extends Members, const Required extends keyof M & string>(
  config: M,
  required: readonly (Required | 'instructions')[],
  example: JsonObject,
) {
  return {
    ...common,
    periods: ANY_PERIOD,
    config: object({ instructions, allowedDomains, ...config }, required),
    inputs: object({ link, note }, ['link']),
    proof: ['link'] as const,
    checkInputs: proofErrors,
    exampleConfig: example,
    exampleInputs: { link: 'https://blog.example.org/my-work' },
  };
}

/** The parts of a type that a reviewer decides by a link, or a check where the team chooses so. */
export function reviewedLinkOrCheck<const M extends Members, const Required extends keyof M & string>(
  config: M,
  required: readonly (Required | 'instructions')[],
  example: JsonObject,
) {
  return {
    ...reviewedLink(config, required, example),
    methods: ['manual', 'platform_api', 'hybrid'],
    inputs: object({ link: httpUrl('Link that proves the work; needed once a reviewer decides.'), note }),
    checkInputs: (config: ProofConfig, inputs: ProofInputs, method: VerificationMethod) =>
      method === 'manual' || inputs.link !== undefined ? proofErrors(config, inputs) : [],
  } as const;
}

/** The parts of a type that is proven by a reviewed link or text, whichever the quest accepts. */
export function reviewedLinkOrText<const M extends Members, const Required extends keyof M & string>(
  config: M,
  required: readonly (Required | 'instructions')[],
  example: JsonObject,
) {
  return {
    ...reviewedLink(config, required, example),
    config: object(
      {
        instructions,
        accepts: withDefault(list('What the earner may hand in.', choice('Form of the proof.', ['link', 'text']), 2), [
          'link',
          'text',
        ]),
        allowedDomains,
        minTextLength: withDefault(integer('Least number of characters of a text.', 1, 20000), 1),
        ...config,
      },
      required,
    ),
    inputs: object({ link, text: text('The work itself.', 20000), note }),
    proof: ['link', 'text'] as const,
    exampleInputs: { text: 'What I found out.', note: 'My first one.' },
  };
}

export const targetUrl = httpUrl('Address the task is about; shown to the earner.');
export const topic = line('Topic of the work.', 200);

function proofErrors(config: ProofConfig, inputs: ProofInputs): FieldError[] {
  const accepts = config.accepts ?? ['link'];
  const errors: FieldError[] = [];
  for (const form of ['link', 'text'] as const) {
    if (inputs[form] !== undefined && !accepts.includes(form)) {
      errors.push(fieldError(`/${form}`, 'NOT_ALLOWED', {}, `This quest takes no ${form}.`));
    }
  }
  if (inputs.link === undefined && inputs.text === undefined) {
    errors.push(fieldError('', 'REQUIRED', {}, `Hand in a ${accepts.join(' or a ')}.`));
  }
  if (inputs.link !== undefined && !leadsTo(config.allowedDomains, inputs.link)) {
    const allowed = [...(config.allowedDomains ?? [])];
    errors.push(fieldError('/link', 'NOT_ALLOWED', { allowed }, `The link has to lead to ${allowed.join(', ')}.`));
  }
  if (inputs.text !== undefined && [...inputs.text.trim()].length < (config.minTextLength ?? 1)) {
    errors.push(fieldError('/text', 'LENGTH', { min: config.minTextLength ?? 1, unit: 'characters' }));
  }
  return errors;
}

function leadsTo(domains: readonly string[] | undefined, url: string): boolean {
  const host = new URL(url).hostname;
  return domains === undefined || domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}
