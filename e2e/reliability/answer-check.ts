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

/** What any call may be answered before it is read as one of its operation. */
const OF_THE_PROTOCOL: readonly string[] = [
  'MALFORMED_REQUEST',
  'UNSUPPORTED_MEDIA_TYPE',
  'PAYLOAD_TOO_LARGE',
];

const INSIDES =
  /node_modules|\.ts:\d+|\bat \w+ \(|select .* from|insert into|relation "|ECONN|kysely|postgres/i;

/** Whether the site says honestly that it has too much to do, and when to come back. */
export function isHonestlyBusy({ status, headers, text }: Answer): boolean {
  return status === 503 && headers['retry-after'] !== undefined && text.includes('"code":"TOO_BUSY"');
}

/** What is wrong with an answer by the contract of its operation; undefined when nothing is. */
export function findFault({ operation }: GeneratedCall, answer: Answer): string | undefined {
  if (isHonestlyBusy(answer)) return undefined;
  if (answer.status >= 500) return `blames the server: ${answer.text}`;
  const body = parse(answer.text);
  if (body === undefined) return `is no JSON: ${answer.text.slice(0, 200)}`;
  const endpoint = ENDPOINTS.get(operation.operationId);
  if (!endpoint) return 'is of an operation that the contracts do not know';
  return answer.status < 300
    ? findSuccessFault(endpoint, answer, body)
    : findFailureFault(operation, answer, body);
}

function findSuccessFault(endpoint: Endpoint, { status }: Answer, body: unknown): string | undefined {
  if (status !== endpoint.status) return `succeeds with ${status} in place of ${endpoint.status}`;
  const schema = successEnvelope(endpoint);
  if (Value.Check(schema, body)) return undefined;
  const [first] = Value.Errors(schema, body);
  return `is outside its schema: ${JSON.stringify(first)?.slice(0, 300)}`;
}

function findFailureFault(
  { statuses }: GeneratedCall['operation'],
  { status, headers, text }: Answer,
  body: unknown,
): string | undefined {
  if (!Value.Check(Failure, body)) return `is no failure of the envelope: ${text.slice(0, 200)}`;
  if (!isErrorCode(body.code)) return `has a code that is not on the list: ${body.code}`;
  if (ERRORS[body.code].status !== status) return `has ${body.code} with status ${status}`;
  if (!statuses.includes(status) && !OF_THE_PROTOCOL.includes(body.code))
    return `has ${status} ${body.code}, which its description does not know`;
  if (body.message.trim() === '' || INSIDES.test(text))
    return `has no sentence for a person: ${text.slice(0, 200)}`;
  if (body.requestId !== headers['x-request-id'])
    return 'has another request id in its body than in its header';
  return undefined;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
