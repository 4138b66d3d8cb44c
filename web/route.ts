import { maxCollections } from '../src/retrieve/query-limits.ts';
import type { QuotedSpan } from './source/quoted-span.ts';

/** A document opened beside the page, and the span of its text to show. */
export interface OpenSource {
  /** The collection of the document. Undefined: the first of those that the page shows. */
  readonly collection: string | undefined;
  readonly documentId: string;
  /** Undefined shows the document from its beginning. */
  readonly span: QuotedSpan | undefined;
}

/** Everything the address says: what is shown can always be linked to. */
export interface Route {
  readonly page: 'ask' | 'conversations' | 'documents' | 'settings' | 'shared';
  /** The question that begins a conversation; empty where none is asked, or once it is kept. */
  readonly question: string;
  /** Id of a conversation that is kept. */
  readonly conversation: string | undefined;
  /** What stands in a link to an answer that somebody shared; undefined where none is opened. */
  readonly share: string | undefined;
  /** Words of a source that the question, or the next one, is about; empty where it is about none. */
  readonly about: string;
  /** Words that listed documents have in title or path, and conversations in their title; empty lists all. */
  readonly search: string;
  /**
   * Collections that are shown and asked together; the first keeps the conversation. None: those that were chosen last,
   * or the server's first.
   */
  readonly collections: readonly string[];
  readonly source: OpenSource | undefined;
}

const pages: readonly Route['page'][] = ['ask', 'conversations', 'documents', 'settings', 'shared'];

/** The start of a page, with nothing opened. */
export function startOf(page: Route['page'], collections: readonly string[]): Route {
  return {
    page,
    collections,
    question: '',
    conversation: undefined,
    share: undefined,
    about: '',
    search: '',
    source: undefined,
  };
}

/** Reads a location hash; what it does not understand falls back to the start page. */
export function parseRoute(hash: string): Route {
  const [, path = '', query = ''] = /^#?\/?([^?]*)\??(.*)$/s.exec(hash) ?? [];
  const parameters = new URLSearchParams(query);
  const page = pages.find((name) => name === path) ?? 'ask';
  return {
    page,
    question: page === 'ask' ? (parameters.get('q') ?? '').trim() : '',
    conversation: page === 'ask' ? parameters.get('conversation') || undefined : undefined,
    share: page === 'shared' ? parameters.get('share') || undefined : undefined,
    about: page === 'ask' ? (parameters.get('about') ?? '').trim() : '',
    search: page === 'documents' || page === 'conversations' ? (parameters.get('search') ?? '') : '',
    collections: [...new Set(parameters.getAll('collection').filter(Boolean))].slice(0, maxCollections),
    source: parseSource(parameters),
  };
}

/** The location hash of a route; `parseRoute` reads it back. */
export function formatRoute(route: Route): string {
  const parameters = new URLSearchParams();
  if (route.question) parameters.set('q', route.question);
  if (route.conversation) parameters.set('conversation', route.conversation);
  if (route.share) parameters.set('share', route.share);
  if (route.about) parameters.set('about', route.about);
  if (route.search) parameters.set('search', route.search);
  for (const collection of route.collections) parameters.append('collection', collection);
  if (route.source) {
    parameters.set('document', route.source.documentId);
    if (route.source.collection) parameters.set('in', route.source.collection);
    if (route.source.span) parameters.set('span', formatSpan(route.source.span));
  }
  const query = parameters.toString();
  return `#/${route.page}${query ? `?${query}` : ''}`;
}

function parseSource(parameters: URLSearchParams): OpenSource | undefined {
  const documentId = parameters.get('document');
  if (!documentId) return undefined;
  const collection = parameters.get('in') || undefined;
  return { collection, documentId, span: parseSpan(parameters.get('span') ?? '') };
}

function formatSpan({ start, end, fingerprint }: QuotedSpan): string {
  return [start, end, ...(fingerprint === undefined ? [] : [fingerprint.toString(36)])].join('-');
}

function parseSpan(written: string): QuotedSpan | undefined {
  const match = /^(\d{1,12})-(\d{1,12})(?:-([0-9a-z]{1,7}))?$/.exec(written);
  if (!match) return undefined;
  const fingerprint = match[3] === undefined ? undefined : Number.parseInt(match[3], 36);
  const span = { start: Number(match[1]), end: Number(match[2]), fingerprint };
  return span.start < span.end ? span : undefined;
}
