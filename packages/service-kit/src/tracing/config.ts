import { Type, type Static, type TObject } from 'typebox';

/** Settings of traces, under the names that OpenTelemetry gives them. Without an endpoint nothing is traced. */
export const tracingConfig = {
  /** Address of a collector that accepts OTLP over HTTP, without `/v1/traces`. */
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(
    Type.String({ pattern: '^https?://[^?#]+$', message: 'must be an address like http://collector:4318' }),
  ),
  /** Headers for the collector: comma-separated `name=value`. */
  OTEL_EXPORTER_OTLP_HEADERS: Type.Optional(
    Type.String({
      pattern: '^[^=,]+=[^,]*(,[^=,]+=[^,]*)*$',
      message: 'must be a list like name=value,name=value',
    }),
  ),
  /** Share of the requests that are traced. */
  OTEL_TRACES_SAMPLER_ARG: Type.Number({ minimum: 0, maximum: 1, default: 1 }),
};
export type TracingConfig = Static<TObject<typeof tracingConfig>>;
