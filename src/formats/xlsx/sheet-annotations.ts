import type { DocumentBuilder } from '../document/document-builder.ts';
import type { OfficeComment } from '../office/comment-text.ts';
import { findAllChosen } from '../ooxml/chosen-content.ts';
import { alternativeText, runText } from '../ooxml/graphic-text.ts';
import type { OfficePackage } from '../ooxml/office-package.ts';
import { writeComments } from '../table/sheet-tables.ts';
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/xml.ts';
import { stringText } from './sheet-rows.ts';

/** Writes what lies over a sheet's cells: text boxes, descriptions of pictures, comments with their cell. */
export function writeAnnotations(
  office: OfficePackage,
  sheetPart: string,
  name: string,
  builder: DocumentBuilder,
): void {
  const drawing = office.related(sheetPart, 'drawing');
  for (const properties of findAllChosen(drawing, 'cNvPr')) {
    const caption = alternativeText(properties);
    if (caption) builder.figure(caption);
  }
  for (const body of findAllChosen(drawing, 'txBody')) builder.paragraph(runText(body));
  const people = office.related(office.mainPart, 'person');
  const threads = threadedComments(office.related(sheetPart, 'threadedComment'), people);
  const comments = [...threads, ...plainComments(office.related(sheetPart, 'comments'))];
  writeComments(name, comments, builder);
}

function threadedComments(
  root: XmlElement | undefined,
  people: XmlElement | undefined,
): readonly OfficeComment[] {
  const names = new Map(
    childrenOf(people, 'person').map(({ attributes: { id, displayName } }) => [id, displayName?.trim()]),
  );
  return childrenOf(root, 'threadedComment').flatMap((comment) => {
    const text = textOf(childOf(comment, 'text')).trim();
    const { ref: cell = '', personId } = comment.attributes;
    return text === '' ? [] : [{ cell, author: names.get(personId) ?? '', text }];
  });
}

/** Threads leave copies for older versions here, whose author is named by the thread. */
function plainComments(root: XmlElement | undefined): readonly OfficeComment[] {
  const authors = childrenOf(childOf(root, 'authors'), 'author').map((author) => textOf(author).trim());
  return childrenOf(childOf(root, 'commentList'), 'comment').flatMap((comment) => {
    const author = authors[Number(comment.attributes.authorId)] ?? '';
    const said = stringText(childOf(comment, 'text')).trim();
    // The program writes the author's name as the comment's first line.
    const text = author !== '' && said.startsWith(`${author}:`) ? said.slice(author.length + 1).trim() : said;
    const isCopy = author.startsWith('tc={');
    return text === '' || isCopy ? [] : [{ cell: comment.attributes.ref ?? '', author, text }];
  });
}
