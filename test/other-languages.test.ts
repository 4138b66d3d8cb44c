import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { multilingualModel } from '../src/models/local/installed-models.ts';
import { shippedModelDirectory } from '../src/models/local/model-folder.ts';
import { openFootnote } from '../src/pipeline.ts';
import type { PartialConfig } from '../src/settings/config.ts';
import { temporaryFolder, writeFiles } from './corpus.ts';

const german = {
  'bad.md':
    '# Hallenbad\n\nDas Bad öffnet werktags um 7 Uhr und am Wochenende um 9 Uhr. Eine Einzelkarte kostet 4,50 Euro; Kinder unter sechs Jahren baden kostenlos.\n',
  'rad.md':
    '# Fahrradverleih\n\nZum Ausleihen braucht man einen Personalausweis und hinterlegt 50 Euro Kaution. Der Akku reicht für etwa 80 Kilometer und ist in vier Stunden geladen.\n',
};
const english = {
  'garden.md':
    '# Allotments\n\nMembers pay a fee of 120 euros a year, due in January. Hedges may be no higher than 1.20 metres. The general meeting elects the board for two years.\n',
};

/** A store, to which the shipped model is added under the name of the one for other languages. */
function storeWithModel(): string {
  const store = join(temporaryFolder(), 'store');
  addModel(store);
  return store;
}

function addModel(store: string): void {
  const directory = join(store, 'models', multilingualModel);
  cpSync(shippedModelDirectory(), directory, { recursive: true });
}

async function withStore<Result>(
  store: string,
  work: (footnote: Awaited<ReturnType<typeof openFootnote>>) => Promise<Result>,
  settings: PartialConfig = {},
): Promise<Result> {
  const footnote = await openFootnote({ ...settings, store });
  try {
    return await work(footnote);
  } finally {
    await footnote.close();
  }
}

/** The name of the model that a collection is embedded with. */
async function modelOf(store: string, collection: string): Promise<string | undefined> {
  return withStore(store, async (footnote) => {
    const { versions } = await footnote.manifest({ collection });
    return versions.embedder.id.split('@')[0];
  });
}

describe('without the model for other languages', () => {
  test('an ingest of German files works, and says once what to do', async () => {
    const store = join(temporaryFolder(), 'store');
    const files = writeFiles(temporaryFolder(), german);
    await withStore(store, async (footnote) => {
      const { warnings, documents } = await footnote.ingest([files]);
      expect(documents.added).toBe(2);
      expect(warnings).toEqual([
        '100 % of the text of "default" is in languages that the embedding model all-MiniLM-L6-v2 does not know (de): questions find it by its words alone, and none in another language. Add the model for other languages, which docs/languages.md names, with: footnote models add FOLDER',
      ]);
      expect((await footnote.ask('Was kostet eine Einzelkarte?')).answer).toContain('4,50 Euro');
      expect((await footnote.ingest([files])).warnings).toEqual([]);
    });
    addModel(store);
    await withStore(store, async (footnote) => {
      writeFiles(files, { 'garten.md': 'Hecken dürfen nicht höher als 1,20 Meter sein, sagt der Verein.' });
      const { warnings } = await footnote.ingest([files]);
      expect(warnings).toHaveLength(1);
      expect(warnings[0]).toMatch(/: footnote reindex --collection default$/);
      await footnote.reindex();
    });
    expect(await modelOf(store, 'default')).toBe(multilingualModel);
  });

  test('nothing is said of English files, nor of a few in another language', async () => {
    const store = join(temporaryFolder(), 'store');
    const long = Array.from(
      { length: 40 },
      (_, number) => `The committee met for the ${number}th time this year.`,
    );
    const files = {
      ...english,
      'minutes.md': long.join('\n\n'),
      'kurz.md': 'Die Hecke ist zu hoch, sagt der Verein.',
    };
    await withStore(store, async (footnote) => {
      expect((await footnote.ingest([writeFiles(temporaryFolder(), files)])).warnings).toEqual([]);
    });
  });

  test('nothing is said where the settings name a model', async () => {
    const store = join(temporaryFolder(), 'store');
    const files = writeFiles(temporaryFolder(), german);
    const settings = { embedder: { kind: 'onnx' } } as const;
    const { warnings } = await withStore(store, (footnote) => footnote.ingest([files]), settings);
    expect(warnings).toEqual([]);
  });
});

describe('with the model for other languages', () => {
  test('the first ingest of a collection chooses, and each is asked with its own', async () => {
    const store = storeWithModel();
    await withStore(store, async (footnote) => {
      const ingests = [
        footnote.ingest([writeFiles(temporaryFolder(), german)], { collection: 'de' }),
        footnote.ingest([writeFiles(temporaryFolder(), english)], { collection: 'en' }),
      ];
      for (const { warnings } of await Promise.all(ingests)) expect(warnings).toEqual([]);
    });
    expect([await modelOf(store, 'de'), await modelOf(store, 'en')]).toEqual([
      multilingualModel,
      'all-MiniLM-L6-v2',
    ]);
    await withStore(store, async (footnote) => {
      const ask = async (question: string, collections: string[]) =>
        (await footnote.ask(question, { collections })).answer;
      expect(await ask('Wie hoch ist die Kaution?', ['de'])).toContain('50 Euro');
      expect(await ask('How high may hedges be?', ['en'])).toContain('1.20 metres');
      expect(await ask('Wie hoch ist die Kaution?', ['en', 'de'])).toContain('50 Euro');
      expect(await ask('How high may hedges be?', ['en', 'de'])).toContain('1.20 metres');
    });
  });

  test('a collection that was created first chooses with its first documents', async () => {
    const store = storeWithModel();
    await withStore(store, async (footnote) => {
      await footnote.createCollection('neu');
      const documents = [{ name: 'bad.md', text: german['bad.md'] }];
      expect((await footnote.add(documents, { collection: 'neu' })).documents.added).toBe(1);
      expect((await footnote.ask('Was kostet eine Einzelkarte?', { collection: 'neu' })).answer).toContain(
        '4,50',
      );
    });
    expect(await modelOf(store, 'neu')).toBe(multilingualModel);
  });

  test('German files that come to an English collection are told of, and a reindex changes the model', async () => {
    const store = storeWithModel();
    const files = writeFiles(temporaryFolder(), english);
    await withStore(store, async (footnote) => {
      expect((await footnote.ingest([files])).warnings).toEqual([]);
      writeFiles(files, german);
      const [warning, ...others] = (await footnote.ingest([files])).warnings;
      expect(others).toEqual([]);
      expect(warning).toMatch(
        /(?:5|6|7|8)\d % of the text .*\(de\).* Rebuild the index with multilingual-e5-small, which does: footnote reindex --collection default$/,
      );
    });
    expect(await modelOf(store, 'default')).toBe('all-MiniLM-L6-v2');
    await withStore(store, (footnote) => footnote.reindex());
    expect(await modelOf(store, 'default')).toBe(multilingualModel);
  });

  test('an index keeps its model, and says how to get it back where it is gone', async () => {
    const store = storeWithModel();
    const files = writeFiles(temporaryFolder(), german);
    await withStore(store, (footnote) => footnote.ingest([files]));
    writeFileSync(join(files, 'en.md'), english['garden.md'].repeat(50));
    await withStore(store, (footnote) => footnote.ingest([files]));
    expect(await modelOf(store, 'default')).toBe(multilingualModel);
    rmSync(join(store, 'models'), { recursive: true });
    await withStore(store, async (footnote) => {
      await expect(footnote.search('Kaution')).rejects.toThrow(
        /built with the embedding model multilingual-e5-small \(if it is missing here: footnote models add FOLDER\)/,
      );
    });
  });
});
