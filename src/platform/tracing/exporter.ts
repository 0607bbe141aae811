import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import type { SpanExporter } from '@opentelemetry/sdk-trace-node';

/** A collector that receives OTLP over HTTP. */
interface Collector {
  /** URL to which spans are sent. */
  url: string;
  headers: Record<string, string>;
}

/** Sends spans, and reports when they cannot be sent. */
export interface ReportingExporter extends SpanExporter {
  /** See `Tracing.onFailure`. */
  onFailure(listener: (error: unknown) => void): void;
}

/** Creates the exporter of a collector. It also follows the other `OTEL_EXPORTER_OTLP_*` variables of the standard. */
export function createExporter(collector: Collector): ReportingExporter {
  const exporter = new OTLPTraceExporter(collector);
  let listener: (error: unknown) => void = () => {};
  let hasFailed = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.code !== 0 && !hasFailed) listener(result.error);
        hasFailed = result.code !== 0;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush(),
    onFailure(given) {
      listener = given;
    },
  };
}
