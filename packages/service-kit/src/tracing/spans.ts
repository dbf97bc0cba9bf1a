import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
} from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const TRACER = 'larksong';

/** Returns whether `startTracing` has run in this process. */
function isTracing(): boolean {
  return propagation.fields().length > 0; // none without a propagator
}

/** Returns the headers that make another service's spans part of the current trace; none without a trace. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Returns the current span for storage (W3C Trace Context), so that later work becomes part of its trace. */
export function currentTraceParent(): string | null {
  return traceHeaders()['traceparent'] ?? null;
}

/**
 * Runs `work` in a span, which is part of the current trace or of that of a stored `parent`. A failure is recorded and
 * rethrown. Without tracing, it only runs.
 */
export async function inSpan<T>(
  name: string,
  options: { attributes?: Attributes; parent?: string | null | undefined },
  work: () => Promise<T>,
): Promise<T> {
  const { attributes = {}, parent } = options;
  const around = parent ? propagation.extract(ROOT_CONTEXT, { traceparent: parent }) : context.active();
  const span = trace.getTracer(TRACER).startSpan(name, { attributes }, around);
  try {
    return await context.with(trace.setSpan(around, span), work);
  } catch (error) {
    span.setStatus({ code: SpanStatusCode.ERROR, message: String(error) });
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Adds a span for each request. With `trustsParent`, the span continues the caller's trace. Does nothing without tracing.
 */
export function traceRequests(
  app: FastifyInstance,
  { routeOf, trustsParent }: { routeOf: (request: FastifyRequest) => string; trustsParent: boolean },
): void {
  if (!isTracing()) return;
  const contexts = new WeakMap<FastifyRequest, Context>();
  app.addHook('onRequest', (request, _reply, done) => {
    const around = trustsParent ? propagation.extract(ROOT_CONTEXT, request.headers) : ROOT_CONTEXT;
    const attributes = { 'http.request.method': request.method, 'larksong.request_id': request.id };
    const span = trace
      .getTracer(TRACER)
      .startSpan(request.method, { kind: SpanKind.SERVER, attributes }, around);
    const inside = trace.setSpan(around, span);
    contexts.set(request, inside);
    context.with(inside, done);
  });
  // The events of a body belong to its connection, which is in no trace.
  app.addHook('preValidation', (request, _reply, done) =>
    context.with(contexts.get(request) ?? ROOT_CONTEXT, done),
  );
  app.addHook('onResponse', async (request, reply) => {
    const span = trace.getSpan(contexts.get(request) ?? ROOT_CONTEXT);
    const route = routeOf(request);
    span?.updateName(`${request.method} ${route}`);
    span?.setAttributes({ 'http.route': route, 'http.response.status_code': reply.statusCode });
    if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
  });
}
