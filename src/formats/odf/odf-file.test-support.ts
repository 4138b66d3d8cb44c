import { strToU8, type Zippable, zipSync } from 'fflate';
import type { SourceFile } from '../../contracts/parser.ts';
import type { OdfKind } from './odf-package.ts';

/** What an OpenDocument file is made of, as XML without its root elements. */
export interface OdfParts {
  readonly body?: string;
  /** Automatic styles of the content. */
  readonly automatic?: string;
  /** Common styles. */
  readonly styles?: string;
  readonly meta?: string;
  readonly settings?: string;
  /** Further parts by their names, or others in the place of those above. */
  readonly more?: Readonly<Record<string, string>>;
}

/** An OpenDocument file as programs write it: its media type first, and stored as it is. */
export function odfFile(path: string, kind: OdfKind, parts: OdfParts): SourceFile {
  const { body = '', automatic = '', styles = '', meta = '', settings = '', more = {} } = parts;
  const xml: Record<string, string> = {
    'META-INF/manifest.xml':
      '<manifest:manifest><manifest:file-entry manifest:full-path="/"/></manifest:manifest>',
    'content.xml': `<?xml version="1.0" encoding="UTF-8"?><office:document-content><office:scripts/><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles><office:styles>${styles}</office:styles><office:automatic-styles><style:style style:name="P1" style:family="paragraph"><style:text-properties text:display="none"/></style:style></office:automatic-styles><office:master-styles><style:master-page><style:header><text:p>Page 1 of 3</text:p></style:header></style:master-page></office:master-styles></office:document-styles>`,
    'meta.xml': `<office:document-meta><office:meta>${meta}</office:meta></office:document-meta>`,
    'settings.xml': `<office:document-settings><office:settings>${settings}</office:settings></office:document-settings>`,
    ...more,
  };
  const members: Zippable = {
    mimetype: [strToU8(`application/vnd.oasis.opendocument.${kind}`), { level: 0 }],
  };
  for (const [name, text] of Object.entries(xml)) members[name] = strToU8(text);
  return { path, bytes: zipSync(members) };
}

/** The same document as one flat file. */
export function flatOdfFile(path: string, kind: OdfKind, parts: OdfParts): SourceFile {
  const { body = '', automatic = '', styles = '', meta = '', settings = '' } = parts;
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.${kind}"><office:meta>${meta}</office:meta><office:settings>${settings}</office:settings><office:styles>${styles}</office:styles><office:automatic-styles>${automatic}</office:automatic-styles><office:master-styles><style:master-page><style:header><text:p>Page 1 of 3</text:p></style:header></style:master-page></office:master-styles><office:body><office:${kind}>${body}</office:${kind}></office:body></office:document>`;
  return { path, bytes: strToU8(xml) };
}
