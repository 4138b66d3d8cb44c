import { commentText } from '../office/comment-text.ts';
import type { DocumentWriter } from '../office/document-writer.ts';
import { writeChart } from './chart.ts';
import type { Aside, TextContext } from './paragraph-content.ts';

/** Writes what hangs on a block of a text. */
export function writeAside(aside: Aside, context: TextContext, writer: DocumentWriter<Aside>): void {
  const { builder } = writer;
  switch (aside.kind) {
    case 'text':
      writer.writeWithin(aside.element);
      break;
    case 'table':
      writer.table(aside.element);
      break;
    case 'picture':
      builder.figure(aside.text);
      break;
    case 'formula':
      builder.equation(aside.text);
      break;
    case 'chart':
      writeChart(aside.element, context, builder);
      break;
    case 'note':
    case 'comment': {
      const text = writer.textWithin(aside.element);
      if (text === '') return;
      builder.paragraph(
        aside.kind === 'note' ? `[${aside.marker}] ${text}` : commentText({ text, author: aside.author }),
      );
    }
  }
}
