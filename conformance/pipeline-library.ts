import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FieldTypes } from '../src/contracts/engine.ts';

/** The fields that the documents of {@link library} have values in. */
export const libraryFields: FieldTypes = {
  team: 'string',
  year: 'number',
  reviewed: 'boolean',
  published: 'date',
  tags: 'list',
};

/** A name with everything in it that a query language might trip over. */
export const awkwardTeam = `Ägir's "quay" \\ 100% {a}:[b]; --`;

const longParagraph = Array.from(
  { length: 34 },
  (_, month) =>
    `In month ${month + 1} of the survey the divers measured the silt of basin ${month + 1} and wrote the depth down.`,
).join(' ');

/** A small harbour's papers: every fact stands in one place only. */
export const library: Readonly<Record<string, string>> = {
  'guides/moorings.md': `---
team: harbour
year: 2021
reviewed: true
published: 2021-05-04
tags: [steel, rope]
---

# Moorings

## Lines

Mooring lines are replaced after three winters. A frayed line is cut up at once, so that nobody uses it again.

## Winches

The winch on the north pier pulls forty tons. Its brake is tested every Monday before the first ferry arrives.

## Bollards

Bollards are painted yellow in April. The number of each bollard stands on its landward side.
`,
  'guides/lighthouse.md': `---
team: harbour
year: 2019
reviewed: false
published: 2019-11
tags: [light, steel]
---

# The lighthouse

## The lamp

The lamp of the lighthouse turns once in twelve seconds. Its lens was ground in Bergen.

## Keepers

The last keeper of the lighthouse was Marit Solheim. She left the tower in the autumn of 1987.
`,
  'guides/ferries.html': `<!doctype html>
<html lang="en"><head><title>Ferries</title></head><body><main>
<h1>Ferries</h1>
<h2>Tickets</h2>
<p>A ticket for the ferry costs nine crowns. Children under six travel without a ticket.</p>
<h2>Bicycles</h2>
<p>Bicycles are carried on the lower deck, where there is room for twenty of them.</p>
</main></body></html>
`,
  'guides/radio.md': `---
team: office
year: 2022
reviewed: true
published: 2022-03-18T08:30
tags: signals
---

# Radio

## Calls

The distress channel is channel sixteen. The duty officer listens to it day and night.

## Tests

A channel is tested once a week. Whoever is in distress is told where the nearest harbour lies.
`,
  'reports/dredging.csv': `Basin,Depth in metres,Ship
East basin,7.5,Havsund
West basin,11.25,Klippfisk
`,
  'reports/tides.txt': `The spring tide of March rose to four metres and twenty. The tide gauge on the south quay stopped for two hours.
`,
  'reports/survey.md': `---
team: workshop
year: 2020
reviewed: true
published: 2020-06-15
tags: [silt, rope, light]
---

# Survey of the basins

## 1 Divers

${longParagraph} At the very end an amphora of the Roman age was found beneath the slipway.

## 2 Costs

The survey cost eighty thousand crowns.

## 3 Outlook

Another survey is planned once the new breakwater stands.
`,
  'reports/metadata.yaml': `"*.csv": { team: workshop, year: 2023, published: "2023", tags: [depth] }
"tides.txt": { team: ${JSON.stringify(awkwardTeam)}, year: 2018 }
`,
  'de/schluessel.md': `---
language: de
team: office
year: 2021
---

# Schlüssel

Der Haustürschlüssel liegt beim Hafenmeister im Schreibtisch. Wer ihn verliert, meldet das noch am selben Tag.
`,
  'de/fahrplan.md': `---
language: de
year: 2024
---

# Fahrplan

Das erste Schiff nach Helgoland fährt um sechs Uhr ab. Am Sonntag fährt kein Schiff.
`,
  'mail/storm.eml': `From: Ingrid Dahl <ingrid@harbour.example>
To: Crew <crew@harbour.example>
Subject: Storm on Thursday
Date: Tue, 14 Feb 2023 09:30:00 +0000
Content-Type: text/plain; charset=utf-8

The storm is expected on Thursday night. Pontoons are brought into the inner basin before noon.
`,
  'notes/pumps.rst': `Pumps
=====

Bilge pumps
-----------

The bilge pump of the tug moves ninety litres a minute. Its filter is rinsed with fresh water.

Fire pumps
----------

The fire pump starts by itself when the pressure falls below six bar.
`,
  'notes/salvage.md': `---
team: board
year: 2017
reviewed: false
tags: [secret]
groups: [board]
---

# Salvage

The wreck of the Qaravella lies on the reef. Its anchor was lifted at night, and the bilge pump with it.
`,
};

/** The documents of {@link library}: its files but for those that speak of others. */
export const libraryPaths: readonly string[] = Object.keys(library)
  .filter((path) => !path.endsWith('metadata.yaml'))
  .toSorted();

/** A second collection, some of whose words are in the first as well. */
export const annex: Readonly<Record<string, string>> = {
  'cranes.md': `# Cranes

## Loads

The old crane on the pier lifts twelve tons. Its brake is older than its engine.

## Drivers

Two people hold the licence to drive the crane.
`,
  'boats.md': `# Boats

The pilot boat is kept beside the lighthouse. It has room for six people.
`,
};

/** Writes files below a folder. */
export function writeLibrary(folder: string, files: Readonly<Record<string, string>>): string {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
  return folder;
}
