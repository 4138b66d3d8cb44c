/** What is read, as messages name it: every ending would be a wall of them. */
export const formatsInBrief =
  '.pdf, .docx, .pptx, .xlsx, .odt, .html, .md, .txt and what else docs/ingestion.md lists';
