import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { z } from 'zod';
import { seededRandom } from '../../src/values/seeded-random.ts';
import { launchBrowser } from '../../test/browser.ts';

const wordsSchema = z.strictObject({
  names: z.array(z.string()),
  places: z.array(z.string()),
  things: z.array(z.string()),
  titles: z.array(z.string()),
  headings: z.array(z.string()),
  columns: z.array(z.string()),
  sentences: z.array(z.string()),
});

type Words = z.infer<typeof wordsSchema>;

/** A picture of a page, and what stands on it in reading order. */
export interface MadeScan {
  readonly language: 'en' | 'de';
  readonly condition: string;
  /** PNG or JPEG. */
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** What is done to a page that was clean: resolution, CSS of the sheet, quality of the JPEG. */
interface Condition {
  readonly dpi: number;
  readonly css?: string;
  readonly jpeg?: number;
  /** Speckles over the whole sheet. */
  readonly hasNoise?: boolean;
}

export const conditions: Readonly<Record<string, Condition>> = {
  clean: { dpi: 300 },
  turned: { dpi: 200, css: 'transform: rotate(1.7deg) scale(.95)' },
  noisy: { dpi: 200, css: 'filter: blur(.5px); background: #e6e2d6', jpeg: 40, hasNoise: true },
  'low resolution': { dpi: 100, jpeg: 60 },
  fax: { dpi: 150, css: 'filter: blur(.4px) contrast(12); transform: rotate(-.6deg) scale(.97)' },
  photo: {
    dpi: 150,
    css: 'transform: perspective(1400px) rotateY(7deg) rotateX(5deg) scale(.93); background: linear-gradient(100deg, #fff, #999)',
    jpeg: 50,
  },
};

/** Width and height of A4 in CSS pixels, of 1/96 inch. */
const sheet = { width: 794, height: 1123 };

const layouts = ['letter', 'columns', 'table', 'minutes', 'form'] as const;

/** One page of each layout in each language and condition, or every second. The same seed gives the same pages. */
export async function* madeScans(
  seed: number,
  { every }: { readonly every: 1 | 2 },
): AsyncGenerator<MadeScan> {
  const random = seededRandom(seed);
  const source = parse(await readFile(new URL('ocr.yaml', import.meta.url), 'utf8')) as unknown;
  const all = z.strictObject({ en: wordsSchema, de: wordsSchema }).parse(source);
  let count = 0;
  for (const [condition, how] of Object.entries(conditions))
    for (const language of ['en', 'de'] as const)
      for (const layout of layouts) {
        const { html, text } = made(all[language], language, layout, random);
        if (count++ % every === 0) yield { language, condition, bytes: await photographed(html, how), text };
      }
}

async function photographed(html: string, how: Condition): Promise<Uint8Array> {
  // One for each: of pages of this size the packaged Chromium takes a single picture.
  const browser = await launchBrowser();
  const page = await browser.newPage({ viewport: sheet, deviceScaleFactor: how.dpi / 96 });
  try {
    const noise = `<svg style="position:absolute;inset:0;opacity:.35" width="794" height="1123"><filter id="n"><feTurbulence type="fractalNoise" baseFrequency=".9" numOctaves="2" seed="7"/><feColorMatrix values="0 0 0 0 .3  0 0 0 0 .3  0 0 0 0 .3  1.6 0 0 0 -.75"/></filter><rect width="100%" height="100%" filter="url(#n)"/></svg>`;
    await page.setContent(
      `<style>html{background:#fff}body{margin:0;width:794px;height:1123px;background:#fff;${how.css ?? ''}}` +
        'main{padding:70px 75px;font:15px/1.45 "DejaVu Serif",serif}h1{font-size:25px;margin:0 0 18px}' +
        'h2{font-size:18px;margin:16px 0 6px}p{margin:0 0 10px}td,th{padding:3px 26px 3px 0;text-align:left}' +
        `.columns{column-count:2;column-gap:36px;font:13px/1.4 "DejaVu Sans",sans-serif}</style><main>${html}</main>${how.hasNoise ? noise : ''}`,
    );
    // What does not fit on the sheet is set smaller: all that is looked for has to stand there.
    await page.evaluate(
      'const main = document.querySelector("main"); if (main.offsetHeight > innerHeight) main.style.zoom = innerHeight / main.offsetHeight',
    );
    const { jpeg } = how;
    return await page.screenshot(jpeg === undefined ? { type: 'png' } : { type: 'jpeg', quality: jpeg });
  } finally {
    await browser.close();
  }
}

function made(words: Words, language: 'en' | 'de', layout: (typeof layouts)[number], random: () => number) {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const number = (most: number): number => 2 + Math.floor(random() * most);
  const amount = (): string => {
    const [whole, cents] = [number(9000), String(number(98)).padStart(2, '0')];
    const grouped = whole.toLocaleString(language);
    return language === 'en' ? `€${grouped}.${cents}` : `${grouped},${cents} EUR`;
  };
  const date = (): string => {
    const day = new Date(Date.UTC(2019 + number(6), number(10), number(26)));
    return day.toLocaleDateString(language, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
  };
  const values: Readonly<Record<string, () => string>> = {
    n: () => String(number(480)),
    eur: amount,
    date,
    name: () => one(words.names),
    place: () => one(words.places),
    thing: () => one(words.things),
  };
  const sentence = (): string =>
    one(words.sentences).replace(/\{(\w+)\}/g, (_, slot: string) => (values[slot] as () => string)());
  const paragraph = (): string => Array.from({ length: 3 + number(2) }, sentence).join(' ');
  const lines: { readonly tag: string; readonly text: string }[] = [{ tag: 'h1', text: one(words.titles) }];
  const say = (tag: string, text: string): unknown => lines.push({ tag, text });
  if (layout === 'letter') for (let count = 0; count < 5; count++) say('p', paragraph());
  if (layout === 'columns') for (let count = 0; count < 7; count++) say('p', paragraph());
  if (layout === 'minutes')
    for (const heading of words.headings) {
      say('h2', heading);
      say('p', paragraph());
      for (let count = 0; count < 2; count++) say('li', sentence());
    }
  if (layout === 'form')
    for (const label of [...words.columns, ...words.headings])
      say('p', `${label}: ${one([values.name, values.date, values.eur, values.place])?.()}`);
  if (layout === 'table') {
    say('p', paragraph());
    const row = () => [one(words.things), String(number(40)), amount(), amount()];
    for (const cells of [words.columns, ...Array.from({ length: 9 }, row)]) say('tr', cells.join('\t'));
    say('p', paragraph());
  }
  const shown = lines.map(({ tag, text }) => {
    if (tag !== 'tr') return `<${tag}>${text}</${tag}>`;
    const cells = text.split('\t').map((cell) => `<td>${cell}</td>`);
    return `<tr>${cells.join('')}</tr>`;
  });
  const html = shown.join('').replace(/<tr>.*<\/tr>/, '<table>$&</table>');
  const title = shown[0] as string;
  const rest = html.slice(title.length);
  return {
    html: layout === 'columns' ? `${title}<div class="columns">${rest}</div>` : html,
    text: lines.map(({ text }) => text).join('\n'),
  };
}
