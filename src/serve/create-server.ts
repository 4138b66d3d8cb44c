import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { maxHeaderSize } from 'node:http';
import { join, sep } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import fastifyStatic from '@fastify/static';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import helmet from 'helmet';
import { z } from 'zod';
import { auditedFootnote } from '../app/audit.ts';
import { scopedFootnote } from '../app/scoped-footnote.ts';
import { observedFootnote } from '../app/telemetry.ts';
import { meteredFootnote } from '../app/usage.ts';
import { FootnoteError, isAborted } from '../errors.ts';
import { packageRoot } from '../files/package-root.ts';
import type { Footnote } from '../footnote.ts';
import type { Config } from '../settings/config.ts';
import { Authentication, type Authenticator, accessCheck, noteRefusal } from './access.ts';
import { clientAddress, clientSignal, trustedProxies } from './client-address.ts';
import { Connections } from './connections.ts';
import type { Contract } from './contracts/contract.ts';
import { disclosuresContract } from './contracts/disclosures.ts';
import { knowledgeBaseContract } from './contracts/knowledge-base.ts';
import { textbookContract } from './contracts/textbook.ts';
import { tutorContract } from './contracts/tutor.ts';
import { defaultStreamLimits, EventStreams, type StreamLimits } from './event-streams.ts';
import { IdentityProvider, SignInFlow, tokenAuthenticator } from './identity-provider.ts';
import { QuestionLimit, RateLimits } from './limits.ts';
import type { ServerMetrics } from './metrics.ts';
import { openaiRoutes } from './openai/openai-routes.ts';
import { openapiRoute, registerOpenapi } from './openapi.ts';
import { Readiness, shuttingDown, statusRoutes } from './readiness.ts';
import { publicFailure, registerJsonBody, registerUnrouted, replyError } from './reply-error.ts';
import { auditRoutes, evaluationRoutes, keyRoutes, modelRoutes } from './routes/admin.ts';
import { conversationRoutes, shareRoutes } from './routes/conversations.ts';
import { collectionRoutes, documentRoutes } from './routes/documents.ts';
import { folderRoutes } from './routes/folders.ts';
import { jobRoutes } from './routes/jobs.ts';
import { questionRoutes } from './routes/questions.ts';
import type { RouteContext, Server } from './routes/route-context.ts';
import { registerCookies, sessionAuthenticator, sessionRoutes, signInRoutes } from './routes/session.ts';
import { uploadRoutes } from './routes/uploads.ts';
import { errorSchema, noQuery } from './schemas/schema-of.ts';

/** The contracts by preset. `graph` names no path: it is served by the native API. */
export const contracts: Readonly<Partial<Record<Config['preset'], Contract>>> = {
  disclosures: disclosuresContract,
  'knowledge-base': knowledgeBaseContract,
  textbook: textbookContract,
  tutor: tutorContract,
};

/**
 * Headers that keep a page to its own files: no inline script or style, nothing remote, no frame around it.
 * HTTPS is the business of what terminates it, so nothing here insists on it. Made once, set on every reply.
 */
const setHeaders = helmet({
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'img-src': ["'self'"],
      'font-src': ["'self'"],
      'connect-src': ["'self'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    },
  },
});

/** Registered before whatever may refuse a request: what it answers has the headers too. */
function registerSecurityHeaders(server: Server): void {
  server.addHook('onRequest', (request, reply, done) => {
    setSecurityHeaders(request, reply);
    done();
  });
}

/** Sets them on the reply to a request that passes no hook. */
function setSecurityHeaders(request: FastifyRequest, reply: FastifyReply): void {
  setHeaders(request.raw, reply.raw, () => undefined);
}

/** How often it is looked for what other processes have left, of which none is said to be dead within a minute. */
const lookEveryMs = 60_000;

/** Goes on with documents that were put in and whose process has ended, as long as the server runs. */
class Resumption {
  readonly #footnote: Pick<Footnote, 'resume'>;
  readonly #fail: (error: unknown) => void;
  #timer: NodeJS.Timeout | undefined;
  #isClosing = false;

  /** @param fail told of what goes wrong; the next look tries again */
  constructor(footnote: Pick<Footnote, 'resume'>, fail: (error: unknown) => void) {
    this.#footnote = footnote;
    this.#fail = fail;
  }

  start(): void {
    void this.#run();
  }

  /** Looks no more. What is under way ends with the store. */
  close(): void {
    this.#isClosing = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    try {
      await this.#footnote.resume();
    } catch (error) {
      if (!isAborted(error)) this.#fail(error);
    }
    if (!this.#isClosing) this.#timer = setTimeout(() => this.start(), lookEveryMs).unref();
  }
}

const messageSchema = z.looseObject({ jsonrpc: z.literal('2.0') }).meta({
  id: 'McpMessage',
  description: 'A message of the Model Context Protocol, which is JSON-RPC 2.0.',
  examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/list' }],
});

/**
 * `POST /mcp`: the Model Context Protocol over HTTP (https://modelcontextprotocol.io/specification, "Streamable HTTP").
 * Stateless: every request is served by itself, so that any number of servers can share them. A client that goes away
 * stops the work that it asked for. `closingMs` is how long requests may go on when the server closes.
 */
function mcpRoute(
  server: Server,
  { readiness, limit }: RouteContext,
  { collection, closingMs }: { readonly collection: string; readonly closingMs: number },
): void {
  const closing = new AbortController();
  server.addHook('preClose', async () => {
    setTimeout(() => closing.abort(), closingMs).unref();
  });
  server.post(
    '/mcp',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'mcp',
        summary: 'The Model Context Protocol over streamable HTTP',
        tags: ['other programs'],
        body: messageSchema,
        response: {
          200: {
            description: 'The reply to the message, whole or as server-sent events.',
            content: {
              'application/json': { schema: messageSchema },
              'text/event-stream': { schema: messageSchema },
            },
          },
          default: errorSchema,
        },
      },
    },
    async (request, reply) => {
      // Loaded with the first message: most servers are never asked one.
      const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
        import('@modelcontextprotocol/server'),
        import('./mcp/mcp-server.ts'),
      ]);
      const { footnote } = request;
      const tell = (error: unknown) => publicFailure(error, request);
      const signal = AbortSignal.any([clientSignal(reply), closing.signal]);
      const handler = createMcpHandler(
        () =>
          createMcpServer({
            footnote,
            collection,
            clientAddress: clientAddress(request),
            limit: (work) => limit.run(work, signal),
            tell,
          }),
        // A stream of changes would never say anything.
        { maxSubscriptions: 0, onerror: (error) => request.log.debug(error) },
      );
      const response = await handler.fetch(webRequest(request, signal), { parsedBody: request.body });
      reply.raw.once('finish', () => {
        // A connection that is kept alive would hold up a server that closes.
        if (readiness.isClosing) request.raw.socket.destroySoon();
      });
      // Sent as it is: the protocol's own schemas have been over it.
      return reply.send(response as never);
    },
  );
}

/** The request as the web platform has it, without its body, which has been read. */
function webRequest({ method, headers, url, protocol, host }: FastifyRequest, signal: AbortSignal): Request {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':')
      ? []
      : [[name, [value].flat().join(', ')] as [string, string]],
  );
  return new Request(new URL(url, `${protocol}://${host}`), { method, headers: entries, signal });
}

/** What is left to requests in flight once open streams were ended. */
const lastMs = 2000;

export interface ServerOptions {
  /** Stays the caller's to close, after the server. */
  readonly footnote: Footnote;
  readonly config: Config;
  /** Further kinds of credentials, asked in order behind keys. Default: none. */
  readonly authenticators?: readonly Authenticator[];
  /** The built web page. Default: none is served. */
  readonly webDirectory?: string;
  /** Where failures of the server's own are logged, one JSON object a line. Default: standard error. */
  readonly logStream?: { write(line: string): void };
  /** How long streamed answers wait. Default: {@link defaultStreamLimits}. */
  readonly streamLimits?: Partial<StreamLimits>;
  /** The time in milliseconds that limits count by. Default: that of the machine. */
  readonly now?: () => number;
}

/**
 * The HTTP server over one store: routes under `/api/v1`, those of the preset's own contract, `/healthz`, `/readyz`,
 * `/openapi.json` and the page.
 * Loading model and index begins when it becomes ready. `close()` first turns readiness off, refuses new API
 * requests with `server_not_ready`, and resolves when the requests in flight are answered; streams that go on for
 * longer than a while are ended with that error, and the connections of what is left soon after.
 */
export function createServer(options: ServerOptions): FastifyInstance {
  const { footnote, config } = options;
  const readiness = new Readiness(footnote);
  const resumption = new Resumption(footnote, (error) => instance.log.error({ trace: String(error) }));
  const stopFollowing = new AbortController();
  let following: Promise<void> | undefined;
  const followFolders = () => {
    following = footnote
      .followFolders({ signal: stopFollowing.signal, within: config.server.folders })
      .catch((error: unknown) => {
        if (!isAborted(error)) instance.log.error({ trace: String(error) });
      });
  };
  const streamLimits = { ...defaultStreamLimits, ...options.streamLimits };
  const recheck = (request: FastifyRequest) =>
    authentication.principalOf(request, request.routeOptions.config.access ?? 'public');
  const streams = new EventStreams(streamLimits, recheck);
  const connections = new Connections({
    requestTimeoutMs: config.server.requestTimeoutMs,
    stallMs: streamLimits.stallMs,
    maxPerAddress: config.server.maxConnectionsPerAddress,
  });
  const checkAccess = accessCheck(config.server);
  const instance = Fastify({
    logger: { level: 'error', stream: options.logStream ?? process.stderr },
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: config.server.maxBodyBytes,
    trustProxy: trustedProxies(config.server.trustProxy),
    serverFactory: (handle) => connections.createServer(handle),
    // Set where the connections are.
    clientErrorHandler: () => undefined,
    // How long a part of an address may be is the schemas' to say.
    routerOptions: { maxParamLength: maxHeaderSize },
    return503OnClosing: false,
    frameworkErrors(error, request, reply) {
      // An address that cannot be decoded passes no hook.
      setSecurityHeaders(request, reply);
      try {
        checkAccess(request);
        void replyError(error, request, reply);
      } catch (refusal) {
        void replyError(refusal, request, reply);
      }
    },
  });
  const server: Server = instance.withTypeProvider<ZodTypeProvider>();

  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(replyError);
  registerUnrouted(server);
  registerSecurityHeaders(server);
  registerJsonBody(instance);
  registerCookies(instance);

  const contract = contracts[config.preset];
  server.decorate('contract', contract);
  const { now = Date.now } = options;
  const { rateLimitPerAddress, rateLimitPerKey } = config.server;
  const rateLimits = new RateLimits(instance, now);
  server.addHook('onRequest', async (request) => checkAccess(request));
  // Before all that costs something, so that refusing does not keep the server from answering.
  const limit = new QuestionLimit(config.server);
  server.addHook('onRequest', limit.refuseEarly());
  if (rateLimitPerAddress > 0) server.addHook('onRequest', rateLimits.ofServer(rateLimitPerAddress));
  const { authenticators = [] } = options;
  const provider = config.oidc.issuer === '' ? undefined : new IdentityProvider(config.oidc, now);
  const { counted, registerMetrics } = countedFootnote(footnote, config.server);
  const authentication = new Authentication({
    footnote,
    config: config.server,
    authenticators: provider ? [tokenAuthenticator(provider), ...authenticators] : authenticators,
    session: sessionAuthenticator(footnote),
  });
  const scope = { collection: config.collection, store: config.store };
  // Made where a route asks for it: most requests are for files of the page.
  const footnotes = new WeakMap<FastifyRequest, Footnote>();
  server.decorateRequest('footnote', {
    getter(this: FastifyRequest) {
      const own = footnotes.get(this) ?? footnoteOf(this);
      footnotes.set(this, own);
      return own;
    },
  });
  const footnoteOf = (request: FastifyRequest): Footnote => {
    const scoped = scopedFootnote(counted, request.principal, scope);
    if (!request.principal) return scoped;
    return auditedFootnote(meteredFootnote(scoped, request.principal, footnote), {
      actor: request.principal.id,
      clientAddress: clientAddress(request),
      collection: config.collection,
      log: footnote,
    });
  };
  server.decorateRequest('principal');
  server.addHook('onRequest', async (request) => {
    const { access = 'public' } = request.routeOptions.config;
    try {
      request.principal = await authentication.principalOf(request, access);
    } catch (error) {
      await noteRefusal(error, request, footnote);
      throw error;
    }
  });
  if (rateLimitPerKey > 0) server.addHook('onRequest', rateLimits.perPrincipal(rateLimitPerKey));
  server.addHook('onRoute', ({ config: route, url }) => {
    if (!route?.access) throw new Error(`${url} does not say what access it needs.`);
  });
  server.addHook('onReady', async () => {
    readiness.start();
    if (!config.server.useWorkers) resumption.start();
    if (config.server.folders.length > 0) followFolders();
  });
  server.addHook('onSend', async (request, reply) => {
    connections.awaitReader(request.raw.socket);
    // A connection kept alive would hold up `close` until the client lets go of it.
    if (readiness.isClosing) void reply.header('Connection', 'close');
  });
  server.addHook('preClose', async () => {
    stopFollowing.abort();
    readiness.close();
    streams.close();
    connections.endSilent();
    setTimeout(() => connections.endAll(), streamLimits.closingMs + lastMs).unref();
  });
  server.addHook('onClose', async () => {
    resumption.close();
    await following;
    await readiness.settled();
  });

  registerOpenapi(server);
  const context = { readiness, streams, limit, rateLimits };
  const signIn = {
    store: footnote,
    authentication,
    rateLimits,
    sessionHours: config.server.sessionHours,
    model: config.generator.kind === 'extractive' ? null : config.generator.model,
    flow: provider && config.oidc.clientId !== '' ? new SignInFlow(config.oidc, provider) : undefined,
  };
  const addApiHooks = (api: Server) => {
    api.addHook('onRequest', async (_request, reply) => {
      if (readiness.isClosing) throw new FootnoteError('server_not_ready', { reason: shuttingDown });
      void reply.header('Cache-Control', 'no-store');
    });
    api.addHook('onRoute', (route) => {
      route.schema = { querystring: noQuery, ...route.schema };
    });
  };
  void server.register(
    async (api: Server) => {
      addApiHooks(api);
      questionRoutes(api, context);
      conversationRoutes(api);
      shareRoutes(api);
      collectionRoutes(api);
      documentRoutes(api);
      folderRoutes(api, config.server);
      jobRoutes(api, context);
      void api.register((uploads: Server) => uploadRoutes(uploads, { config, connections }));
      keyRoutes(api);
      auditRoutes(api);
      modelRoutes(api, config);
      evaluationRoutes(api, config);
      sessionRoutes(api, signIn);
    },
    { prefix: '/api/v1' },
  );
  if (contract) {
    void server.register(async (api: Server) => {
      addApiHooks(api);
      contract.routes(api, { ...context, config });
    });
  }
  void server.register(
    async (api: Server) => {
      addApiHooks(api);
      openaiRoutes(api, context);
    },
    { prefix: '/v1' },
  );
  void server.register(async (api: Server) => {
    addApiHooks(api);
    mcpRoute(api, context, { collection: config.collection, closingMs: streamLimits.closingMs });
  });
  void server.register(async (root: Server) => {
    root.addHook('onRequest', async (_request, reply) => void reply.header('Cache-Control', 'no-store'));
    statusRoutes(root, context);
    signInRoutes(root, signIn);
    openapiRoute(root);
  });
  registerMetrics(server);
  if (options.webDirectory !== undefined) registerPage(server, options.webDirectory);
  return instance;
}

/**
 * Footnote whose calls a server counts, and what registers the counting of its requests and the route that tells it.
 * What counts is loaded while the server becomes ready, and not at all where `server.metrics` is `off`.
 */
function countedFootnote(
  footnote: Footnote,
  config: Pick<Config['server'], 'metrics'>,
): { readonly counted: Footnote; readonly registerMetrics: (server: Server) => void } {
  if (config.metrics === 'off') return { counted: footnote, registerMetrics: () => undefined };
  let metrics: ServerMetrics | undefined;
  const counted = observedFootnote(footnote, {
    questionEnded: (ended) => metrics?.questionEnded(ended),
    ingestEnded: (report) => metrics?.ingestEnded(report),
  });
  const registerMetrics = (server: Server) => {
    server.addHook('onResponse', async ({ method, routeOptions }, { statusCode: status, elapsedTime }) => {
      const route = routeOptions.url ?? 'none';
      metrics?.requestEnded({ method, route, status, seconds: elapsedTime / 1000 });
    });
    void server.register(async (root: Server) => {
      const { ServerMetrics, metricsRoute } = await import('./metrics.ts');
      metrics = new ServerMetrics();
      metricsRoute(root, metrics, config);
    });
  };
  return { counted, registerMetrics };
}

/** Files of the page that are worth packing, by the end of their names. */
const textTypes = [
  ['.js', 'text/javascript; charset=utf-8'],
  ['.mjs', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
] as const;

const gzip = promisify(zlib.gzip);

const forGood = 'public, max-age=31536000, immutable';

/**
 * Serves the built web page at `/`. Its other files, all under `assets/`, are looked for by name among those that are
 * there, so that no address ever becomes a path and a page that is built anew needs no new server. They carry their
 * content's hash in their name and never change; scripts and styles are sent packed. Beside them lie the maps by which
 * pdf.js reads fonts of Chinese, Japanese and Korean that a PDF does not bring.
 */
function registerPage(server: Server, directory: string): void {
  void server.register(fastifyStatic, {
    root: directory,
    serve: false,
    cacheControl: false,
    acceptRanges: false,
    setHeaders: (reply) => void reply.header('Cache-Control', forGood),
  });
  const route = { config: { access: 'public' }, schema: { hide: true } } as const;
  for (const path of ['/', '/index.html']) {
    server.get(path, route, async ({ headers: { 'if-none-match': known = '' } }, reply) => {
      const page = await readFile(join(directory, 'index.html')).catch(() => undefined);
      if (!page) return reply.callNotFound();
      // Images of containers give all files one date, and the pages of two releases are equally long.
      const tag = `"${createHash('sha256').update(page).digest('base64url')}"`;
      void reply.header('Cache-Control', 'no-cache').header('ETag', tag);
      if (known === '*' || known.includes(tag)) return reply.status(304).send();
      return reply.type('text/html; charset=utf-8').send(page);
    });
  }
  server.get<{ Params: { name: string } }>('/cmaps/:name', route, async ({ params: { name } }, reply) => {
    const directory = join(packageRoot, 'cmaps');
    if (!(await readdir(directory)).includes(name)) return reply.callNotFound();
    return reply.sendFile(name, directory);
  });
  const gzipped = new Map<string, Promise<Buffer>>();
  server.get<{ Params: { name: string } }>(
    '/assets/:name',
    route,
    async ({ params: { name }, headers }, reply) => {
      const paths = await readdir(directory, { recursive: true });
      if (!paths.includes(`assets${sep}${name}`)) return reply.callNotFound();
      const type = textTypes.find(([ending]) => name.endsWith(ending))?.[1];
      if (type === undefined) return reply.sendFile(`assets/${name}`);
      void reply.header('Vary', 'Accept-Encoding');
      if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(headers['accept-encoding'] ?? ''))
        return reply.sendFile(`assets/${name}`);
      // A file of this name never changes, and there are few: each is packed once.
      const packed =
        gzipped.get(name) ?? readFile(join(directory, 'assets', name)).then((file) => gzip(file));
      gzipped.set(name, packed);
      packed.catch(() => gzipped.delete(name));
      return reply
        .header('Content-Encoding', 'gzip')
        .header('Cache-Control', forGood)
        .type(type)
        .send(await packed);
    },
  );
}
