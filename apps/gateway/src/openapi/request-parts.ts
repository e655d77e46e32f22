import { sentMembers, type Contract, type Field } from '@questp/messages/language';
import { hasEtag } from '../http/conditional.js';
import { isRequired, type Operation } from '../operations/operation.js';
import { requestExample } from './examples.js';
import { annotations, descriptionOf, type JsonSchema, type Schemas } from './schemas.js';

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'The same key with the same body answers with the first result for 24 hours; with another body it is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 200, pattern: '^[!-~]+$' },
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'ETag of the version that was read. Returns 412 if the resource was changed since. Only the part before the dot is ' +
    'compared.',
  schema: { type: 'string', maxLength: 500 },
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an earlier answer: 304 without a body when it would be the same.',
  schema: { type: 'string', maxLength: 500 },
};
const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  in: 'header',
  required: false,
  description: 'Id of the last received event; later events are sent first.',
  schema: { type: 'string', maxLength: 64 },
};

/** Parameters in path, query and headers. */
export function parametersOf(operation: Operation, schemas: Schemas): JsonSchema[] {
  const { binding, inPath, sent, place, method } = operation;
  const pathParameter = ([name, field]: [string, Field]) => ({
    name,
    in: 'path',
    required: true,
    ...annotations(field),
    schema: schemas.value(field),
  });
  // Only parameters in the example: /docs would send every parameter that has one.
  const example = requestExample(operation);
  const queryParameter = ([name, field]: [string, Field]) => ({
    name,
    in: 'query',
    required: isRequired(field),
    description: descriptionOf(field),
    ...(Object.hasOwn(example, name) ? { example: example[name] } : {}),
    schema: schemas.value(field),
  });
  return [
    ...[...inPath].map(pathParameter),
    ...(place === 'query' ? [...sent].map(queryParameter) : []),
    ...(binding.idempotent ? [IDEMPOTENCY_KEY] : []),
    ...(binding.stream ? [LAST_EVENT_ID] : []),
    ...(hasEtag(operation) ? [method === 'GET' ? IF_NONE_MATCH : IF_MATCH] : []),
  ];
}

/** Schema of the body, for JSON a reference; undefined without a body. */
export function bodyOf(operation: Operation, schemas: Schemas): JsonSchema | undefined {
  const { sent, place, binding } = operation;
  if (place === 'query' || sent.size === 0) return undefined;
  if (binding.csv !== undefined) return schemas.value(sent.get(binding.csv) as Field);
  if (binding.webhook) return { type: 'object', additionalProperties: true };
  return schemas.add(bodyName(operation), { ...schemas.object(sent), additionalProperties: false });
}

/** Named after the request, or after the operation if the bindings of a contract have different bodies. */
function bodyName({ contract, binding }: Operation): string {
  const request = contract.request.name.replace(/Request$/, '');
  if (request === '') throw new Error(`The request of ${contract.subject} has no name`);
  return `${takesOneBody(contract) ? request : binding.id.replace(/^./, (first) => first.toUpperCase())}Body`;
}

function takesOneBody(contract: Contract): boolean {
  const bodies = contract.http
    .map((binding) => sentMembers(contract, binding).join())
    .filter((members) => members !== '');
  return new Set(bodies).size === 1;
}
