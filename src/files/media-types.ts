/** Endings of files, by media type. */
const endings: Readonly<Record<string, string>> = {
  'application/epub+zip': '.epub',
  'application/json': '.json',
  'application/pdf': '.pdf',
  'application/rtf': '.rtf',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': '.pptx',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': '.xlsx',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': '.docx',
  'application/xhtml+xml': '.xhtml',
  'application/zip': '.zip',
  'image/bmp': '.bmp',
  'image/gif': '.gif',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/svg+xml': '.svg',
  'image/webp': '.webp',
  'message/rfc822': '.eml',
  'text/calendar': '.ics',
  'text/csv': '.csv',
  'text/html': '.html',
  'text/markdown': '.md',
  'text/plain': '.txt',
  'text/vcard': '.vcf',
  'text/vtt': '.vtt',
};

const mediaTypes: ReadonlyMap<string, string> = new Map(
  Object.entries(endings).map(([mediaType, ending]) => [ending, mediaType]),
);

/** The ending of files of a media type, with its dot; empty where it is not known. */
export function endingOf(mediaType: string): string {
  return endings[mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? ''] ?? '';
}

/** The media type of a file by the ending of its name; `application/octet-stream` where that is not known. */
export function mediaTypeOf(name: string): string {
  const [ending = ''] = /\.[^./\\]+$/.exec(name.toLowerCase()) ?? [];
  return mediaTypes.get(ending) ?? 'application/octet-stream';
}
