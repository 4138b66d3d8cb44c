import type { FastifyRequest } from 'fastify';
import type { FootnoteError } from '../../errors.ts';
import type { Config } from '../../settings/config.ts';
import type { RouteContext, Server } from '../routes/route-context.ts';

/** What the routes of a contract work with, besides the `footnote` of each request. */
interface ContractContext extends RouteContext {
  readonly config: Config;
}

/** A failure as a contract tells it. */
interface ContractFailure {
  readonly status: number;
  readonly body: object;
}

/**
 * The HTTP interface that a preset's own description names, served beside the native one while `preset` is that preset.
 * Its paths lie under `/api/`; all of these but `/api/v1` are its own, so that whatever fails there is told as it tells
 * failures: also an unknown path, another method, a body that is too large, of another type or no JSON.
 */
export interface Contract {
  /**
   * Adds its routes, with whole paths. They work with `request.footnote` alone, are part of the OpenAPI description,
   * and fail by throwing, or by `reply` where the contract gives a failure a status that no error has.
   */
  readonly routes: (server: Server, context: ContractContext) => void;
  /**
   * Tells a failure that a client may know. `Retry-After` is set to `retry_after` of the body where it has one, else as
   * everywhere.
   */
  readonly failure: (error: FootnoteError, request: FastifyRequest) => ContractFailure;
  /** The data of the event `error` that ends a stream. Default: the body that `failure` tells. */
  readonly failureEvent?: (error: FootnoteError, request: FastifyRequest) => object;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Of the preset that is set, if it has one. */
    contract: Contract | undefined;
  }
}

const contractPath = /^\/api\/(?!v1(?:\/|$))/;

/** The contract that a request is under; undefined where it is to the native API or the page. */
export function contractOf({ server, routeOptions, url }: FastifyRequest): Contract | undefined {
  const path = routeOptions.url ?? url.split('?', 1)[0] ?? '';
  return contractPath.test(path) ? server.contract : undefined;
}
