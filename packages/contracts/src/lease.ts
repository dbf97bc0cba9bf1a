import { Type, type TProperties, type TSchema } from 'typebox';

import { endpoint } from './endpoint.ts';
import { FailureCode } from './failure-codes.ts';
import { FailureReason } from './failure-reason.ts';
import { IdParams, Nullable, Uuid } from './primitives.ts';

/** Properties of all leased work. `token` fences it: reports with an older token change nothing. */
export const LEASED = {
  id: Uuid,
  token: Uuid,
  /** Id of the request that uploaded the file, to follow logs from there to ffmpeg. */
  requestId: Nullable(Type.String()),
  /** The span of that request (W3C Trace Context), if it is traced. */
  traceParent: Type.Optional(Type.String()),
  /** Whether a worker was lost with this work. It then runs alone, so that another death counts against it. */
  alone: Type.Optional(Type.Boolean()),
};

const TOKEN = { token: Uuid };

/** `stop` tells the worker to end its ffmpeg, delete its files and drop the work. */
const VERDICT = { stop: Type.Boolean() };
const Verdict = Type.Object(VERDICT);

const HEARTBEAT = {
  ...TOKEN,
  /** Whether nothing else runs in the worker's process from now on. */
  alone: Type.Optional(Type.Boolean()),
};

const FAILURE = {
  ...TOKEN,
  cause: Type.Union([Type.Literal('input'), Type.Literal('infrastructure')]),
  /** A sentence for users, in English. */
  message: Type.String({ minLength: 1, maxLength: 1000 }),
  /** The same for clients in another language; missing in reports of older workers. */
  reason: Type.Optional(FailureReason),
  code: Type.Optional(FailureCode),
};

interface LeaseCallNames {
  /** Suffix of the operation ids, as in `claimUnit`. */
  noun: string;
  path: string;
  summaries: Record<'claim' | 'heartbeat' | 'complete' | 'fail' | 'release', string>;
}

/**
 * Returns the five calls by which workers lease work from its owner: claim, heartbeat, complete, fail, release. All but
 * the claim return a verdict. `more` declares further properties of each body.
 */
export function leaseEndpoints<
  Work extends TSchema,
  Claim extends TProperties,
  Heartbeat extends TProperties,
  Complete extends TProperties,
  Fail extends TProperties,
>(
  of: LeaseCallNames & {
    /** Answer to a claim. */
    work: Work;
    more: { claim: Claim; heartbeat: Heartbeat; complete: Complete; fail: Fail };
  },
) {
  const { more } = of;
  return {
    claim: endpoint({
      method: 'POST',
      access: 'internal',
      operationId: `claim${of.noun}`,
      summary: of.summaries.claim,
      path: `${of.path}/claim`,
      body: Type.Object({ workerId: Type.String({ minLength: 1, maxLength: 200 }), ...more.claim }),
      data: of.work,
    }),
    heartbeat: endpoint({
      ...toReport(of, 'heartbeat'),
      body: Type.Object({ ...HEARTBEAT, ...more.heartbeat }),
    }),
    complete: endpoint({ ...toReport(of, 'complete'), body: Type.Object({ ...TOKEN, ...more.complete }) }),
    fail: endpoint({ ...toReport(of, 'fail'), body: Type.Object({ ...FAILURE, ...more.fail }) }),
    release: endpoint({ ...toReport(of, 'release'), body: Type.Object(TOKEN) }),
  };
}

/** Returns what the calls share by which a worker reports with its token. */
function toReport({ noun, path, summaries }: LeaseCallNames, verb: keyof LeaseCallNames['summaries']) {
  return {
    method: 'POST',
    access: 'internal',
    operationId: `${verb}${noun}`,
    summary: summaries[verb],
    path: `${path}/:id/${verb}`,
    params: IdParams,
    data: Verdict,
  } as const;
}

/** Returns a call by which a worker reports during its work. It returns a verdict, and what `answer` declares. */
export function leaseReport<More extends TProperties, Answer extends TProperties>(of: {
  operationId: string;
  summary: string;
  path: string;
  more: More;
  answer: Answer;
}) {
  const { more, answer, ...rest } = of;
  return endpoint({
    ...rest,
    method: 'POST',
    access: 'internal',
    params: IdParams,
    body: Type.Object({ ...TOKEN, ...more }),
    data: Type.Object({ ...VERDICT, ...answer }),
  });
}
