import { ERRORS, Failure, isErrorCode, successEnvelope, type Endpoint } from '@larksong/contracts';
import { Value } from 'typebox/value';

import { listPublicEndpoints } from '../../tools/openapi-document.ts';
import type { GeneratedCall } from './call-generator.ts';

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

const ENDPOINTS = new Map<string, Endpoint>(
  listPublicEndpoints().map((endpoint) => [endpoint.operationId, endpoint]),
);

/** Failures that any call may get before it is handled as its operation. */
const OF_THE_PROTOCOL: readonly string[] = [
  'MALFORMED_REQUEST',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
];

const INSIDES =
  /node_modules|\.ts:\d+|\bat \w+ \(|select .* from|insert into|relation "|ECONN|kysely|postgres/i;

/** Returns whether the site reports overload correctly, with a time to retry. */
export function isHonestlyBusy({ status, headers, text }: Answer): boolean {
  return status === 503 && headers['retry-after'] !== undefined && text.includes('"code":"TOO_BUSY"');
}

/** Returns how an answer violates the contract of its operation; undefined if it does not. */
export function findFault({ operation }: GeneratedCall, answer: Answer): string | undefined {
  if (isHonestlyBusy(answer)) return undefined;
  if (answer.status >= 500) return `blames the server: ${answer.text}`;
  const endpoint = ENDPOINTS.get(operation.operationId);
  if (endpoint?.file !== undefined && answer.status < 300) return findFileFault(endpoint, answer);
  const body = parse(answer.text);
  if (body === undefined) return `is not JSON: ${answer.text.slice(0, 200)}`;
  if (!endpoint) return 'belongs to an operation that is missing from the contracts';
  return answer.status < 300
    ? findSuccessFault(endpoint, answer, body)
    : findFailureFault(operation, answer, body);
}

function findFileFault(endpoint: Endpoint, { status, headers }: Answer): string | undefined {
  if (status !== endpoint.status) return `succeeds with ${status} instead of ${endpoint.status}`;
  const type = headers['content-type'];
  return type === endpoint.file ? undefined : `is of the type ${String(type)}`;
}

function findSuccessFault(endpoint: Endpoint, { status }: Answer, body: unknown): string | undefined {
  if (status !== endpoint.status) return `succeeds with ${status} instead of ${endpoint.status}`;
  const schema = successEnvelope(endpoint);
  if (Value.Check(schema, body)) return undefined;
  const [first] = Value.Errors(schema, body);
  return `violates its schema: ${JSON.stringify(first)?.slice(0, 300)}`;
}

function findFailureFault(
  { statuses }: GeneratedCall['operation'],
  { status, headers, text }: Answer,
  body: unknown,
): string | undefined {
  if (!Value.Check(Failure, body)) return `is not a failure in the envelope: ${text.slice(0, 200)}`;
  if (!isErrorCode(body.code)) return `has a code that is not on the list: ${body.code}`;
  if (ERRORS[body.code].status !== status) return `has ${body.code} with status ${status}`;
  if (!statuses.includes(status) && !OF_THE_PROTOCOL.includes(body.code))
    return `has ${status} ${body.code}, which its description does not list`;
  if (body.message.trim() === '' || INSIDES.test(text))
    return `has no sentence for users: ${text.slice(0, 200)}`;
  if (body.requestId !== headers['x-request-id'])
    return 'has different request ids in its body and its header';
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
