import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** What is recognised, and when: nothing, what has no text otherwise, or every picture that may hold text. */
export type OcrMode = 'off' | 'auto' | 'always';

/** What reads text in pictures, as far as it is installed: the engine, and the languages it has data of. */
export interface InstalledReader {
  /** Engine and languages with their versions: part of the stamp of what was read with them. */
  readonly name: string;
  readonly languages: readonly InstalledLanguage[];
}

interface InstalledLanguage {
  /** As Tesseract names it: `eng`. */
  readonly code: string;
  readonly script: Script;
  /** Path of its data, packed with gzip. */
  readonly file: string;
}

export type Script = keyof typeof codes;

/** The languages whose data is looked for, by script. */
const codes = {
  Latin:
    'eng deu fra spa ita por nld pol tur vie ces slk slv hrv hun ron swe dan nor fin est lav lit isl cat eus gle sqi ind swa tgl',
  Cyrillic: 'rus ukr bel bul srp',
  Han: 'chi_sim chi_tra',
  Japanese: 'jpn',
  Korean: 'kor',
  Arabic: 'ara',
  Hebrew: 'heb',
  Devanagari: 'hin',
  Tamil: 'tam',
  Thai: 'tha',
  Greek: 'ell',
  Armenian: 'hye',
} as const;

const require = createRequire(import.meta.url);

/** What a message tells to do where there is no reader. */
export const readerRemedy =
  'Install the reader of scans (npm install tesseract.js-core @tesseract.js-data/eng) and ingest the file again';

/** The reader that is installed beside this package; undefined where the engine or the data of every language lacks. */
export function installedReader(): InstalledReader | undefined {
  const core = manifestOf('tesseract.js-core');
  if (!core) return undefined;
  const languages: InstalledLanguage[] = [];
  const names: string[] = [];
  for (const [script, listed] of Object.entries(codes))
    for (const code of listed.split(' ')) {
      const data = manifestOf(`@tesseract.js-data/${code}`);
      if (!data) continue;
      const file = require.resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`);
      languages.push({ code, script: script as Script, file });
      names.push(`${code} ${data.version}`);
    }
  if (languages.length === 0) return undefined;
  return { name: `tesseract.js-core ${core.version}, ${names.join(', ')}`, languages };
}

function manifestOf(name: string): { readonly version: string } | undefined {
  try {
    return JSON.parse(readFileSync(require.resolve(`${name}/package.json`), 'utf8')) as { version: string };
  } catch {
    return undefined;
  }
}
