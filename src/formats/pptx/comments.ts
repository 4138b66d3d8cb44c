import type { OfficeComment } from '../office/comment-text.ts';
import type { OfficePackage } from '../ooxml/office-package.ts';
import { childOf, childrenOf, findAll, textOf, type XmlElement } from '../xml/xml.ts';
import { wordsOf } from './text-body.ts';

/** Names of those who comment, by the id that comments give. */
export type CommentAuthors = ReadonlyMap<string, string>;

/** Who comments on a presentation: versions before 2021 list them in `commentAuthors`, those since in `authors`. */
export function commentAuthors(office: OfficePackage): CommentAuthors {
  const lists = ['commentAuthors', 'authors'].map((type) => office.related(office.mainPart, type));
  return new Map(
    lists
      .flatMap((list) => childrenOf(list))
      .map(({ attributes: { id = '', name = '' } }) => [id, name.trim()] as const),
  );
}

/** Comments as written by versions before 2021 (`p:text`) and since (`txBody`, with the replies in each). */
export function readComments(
  root: XmlElement | undefined,
  authors: CommentAuthors,
): readonly OfficeComment[] {
  return findAll(root, 'cm')
    .flatMap((comment) => [comment, ...findAll(comment, 'reply')])
    .map((comment) => ({
      text: textOf(childOf(comment, 'text')) || wordsOf(comment),
      author: authors.get(comment.attributes.authorId ?? '') ?? '',
    }))
    .filter(({ text }) => text.trim() !== '');
}
