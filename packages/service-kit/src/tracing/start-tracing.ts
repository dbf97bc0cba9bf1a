import { context, diag, propagation, trace, type DiagLogger } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';

import type { Logger } from '../base/logger.ts';
import { siteVersion } from '../base/site-version.ts';
import type { TracingConfig } from './config.ts';

/** Interval at which spans are sent. */
const SEND_EVERY_MS = 2000;
const WARN_EVERY_MS = 60_000;

/**
 * Starts to send traces and returns the function that sends the rest and ends it. Loaded only with an endpoint, since the
 * SDK costs memory and time at the start.
 */
export function startTracing(
  config: TracingConfig,
  { name, logger }: { name: string; logger: Logger },
): () => Promise<void> {
  const endpoint = (config.OTEL_EXPORTER_OTLP_ENDPOINT ?? '').replace(/\/$/, '');
  diag.setLogger(toDiagLogger(logger));
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: toHeaders(config.OTEL_EXPORTER_OTLP_HEADERS),
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': name, 'service.version': siteVersion() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.OTEL_TRACES_SAMPLER_ARG) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: SEND_EVERY_MS })],
  });
  trace.setGlobalTracerProvider(provider);
  return () => provider.shutdown();
}

function toHeaders(list = ''): Record<string, string> {
  const pairs = list.split(',').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
    }),
  );
}

/** Returns a logger for problems of the SDK, such as a collector that is away. */
function toDiagLogger(logger: Logger): DiagLogger {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (message: string) => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    logger.warn({ problem: message }, 'traces could not be sent');
  };
  const ignore = () => {};
  return { error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
}
