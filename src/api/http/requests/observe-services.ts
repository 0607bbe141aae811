import type { FastifyRequest } from 'fastify';
import type { RetentionConfig } from '../../../platform/config/retention-config.js';
import { combineOnBatch, type OnBatch } from '../../../platform/db/query/batch.js';
import { createBatchTimes } from '../../../platform/db/query/batch-times.js';
import type { ObserveLoad } from '../../../platform/db/query/loaders.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { ObserveRequest } from '../../../platform/outbound/observe-request.js';
import type { Outbound } from '../../../platform/outbound/outbound.js';
import type { FindTexts } from '../../../platform/outbound/text-records.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { traceOutbound } from '../../../platform/tracing/trace-outbound.js';
import { traceLoads, traceStore } from '../../../platform/tracing/trace-store.js';
import type { Urls } from '../../../platform/urls/urls.js';
import type { Observation } from '../../graphql/execution/observation.js';

/** Services that the context of a request needs, and how they are observed. */
export interface ObservedServices {
  store: Store;
  urls: Urls;
  secret: string;
  sealer: Sealer;
  /** Retention of the server; by default that of a server without settings. */
  retention?: RetentionConfig;
  findTexts?: FindTexts;
  outbound?: Outbound;
  /** Called for each batch. */
  onBatch?: OnBatch | undefined;
  /** Runs each batch of a loader. */
  observeLoad?: ObserveLoad;
  observation?: Observation;
}

/**
 * Returns services that observe a request.
 * @param onBatch receives each batch, in addition to those that observe
 */
export type ObserveServices = (
  shared: ObservedServices,
  request: FastifyRequest,
  onBatch: OnBatch | undefined,
) => ObservedServices;

/** Returns the services for a request. If nothing is observed, all requests share them. */
export function servicesFor(
  shared: ObservedServices & { observe?: ObserveServices },
  request: FastifyRequest,
  onBatch: OnBatch | undefined,
): ObservedServices {
  return shared.observe ? shared.observe(shared, request, onBatch) : shared;
}

/** Options of the observation of requests. */
export interface ObservedParts {
  /** Whether the batches of each request are timed, for the log of slow operations. */
  isTimed: boolean;
  /** Creates a client for other hosts, whose requests an observer may see. */
  outboundWith(observe?: ObserveRequest): Outbound;
}

/**
 * Creates the function that observes requests. It times the batches of all requests if `isTimed` is set, and makes
 * spans for requests with a recorded trace.
 */
export function observeServices({ isTimed, outboundWith }: ObservedParts): ObserveServices {
  const outbound = outboundWith();
  return ({ store, urls, secret, sealer, findTexts }, { notes: { trace } }, given) => {
    const times = isTimed ? createBatchTimes() : null;
    const onBatch = times && given ? combineOnBatch([given, times.onBatch]) : (times?.onBatch ?? given);
    const same = { urls, secret, sealer, onBatch, observation: { times, trace }, ...(findTexts && { findTexts }) };
    if (!trace?.root) return { ...same, store, outbound };
    const parent = () => trace.current!;
    const reading: Store['reading'] = (own) => store.reading(onBatch ? combineOnBatch([own, onBatch]) : own);
    return {
      ...same,
      store: traceStore(store, parent),
      outbound: outboundWith(traceOutbound(parent)),
      observeLoad: traceLoads({ provider: store.provider, reading }, parent),
    };
  };
}
