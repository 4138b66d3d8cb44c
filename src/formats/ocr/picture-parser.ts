import type { Parser } from '../../contracts/parser.ts';
import { lateParse, latin1Text } from '../document/text-format.ts';

/** Endings of pictures that are looked at in folders. One without text is counted with others, and missed by none. */
export const pictureExtensions: readonly string[] = ['.png', '.jpg', '.jpeg', '.tif', '.tiff', '.webp'];

/**
 * Pictures of pages: PNG, JPEG, TIFF of one page or several, WebP. Their text is recognised and laid out as that of a
 * page of a PDF file; places are in pixels. There for use where a reader is installed (`installedReader`). Errors:
 * `file_empty` where nothing is recognised, `file_damaged`.
 */
export const pictureParser: Parser = {
  name: 'picture',
  // Known by their bytes alone: what is none, whatever its name, is what it was without a reader.
  extensions: [],
  version: 1,
  recognise: ({ bytes }) => {
    const head = latin1Text(bytes, 0, headBytes);
    const isWebP = head.startsWith('RIFF') && head.endsWith('WEBP');
    return isWebP || signatures.some((signature) => head.startsWith(signature)) ? 'yes' : 'no';
  },
  parse: lateParse(async () => (await import('./parse-picture.ts')).parsePicture),
};

/** How PNG, JPEG and TIFF files begin. */
const signatures = ['\x89PNG\r\n\x1a\n', '\xff\xd8\xff', 'II*\0', 'MM\0*'];
const headBytes = 12;
