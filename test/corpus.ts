import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder that goes when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'footnote-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files below a folder, making the folders between. */
export function writeFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): string {
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return folder;
}

/**
 * Settings of answers for tests that are not about which sentence is quoted: to load the model that reads them, with
 * every Footnote that is opened, takes longer than most of these tests.
 */
export const quickAnswers = { reader: 'features' } as const;

/** A small handbook: four documents with facts that stand in one place only. */
export const handbook: Readonly<Record<string, string>> = {
  'travel.md': `# Travel

## Trains

Employees book trains in second class. First class is paid for journeys of more than four hours.

## Flights

Flights need the approval of the head of department. The approval is given by e-mail within two working days.
`,
  'leave.md': `# Leave

Everyone has thirty days of paid leave a year. Leave that is not taken expires at the end of March of the following year.

| reason | days |
|---|---|
| wedding | 2 |
| moving house | 1 |
| birth of a child | 3 |
`,
  'security/passwords.md': `---
title: Passwords
owner: IT
---

# Rules for passwords

A password has at least fourteen characters. It is changed when it may have become known, and not otherwise.

## Lost devices

Report a lost laptop to the service desk within one hour. The service desk locks the device remotely.
`,
  'kitchen.txt': `The coffee machine is descaled every second Friday. The office manager keeps the descaling liquid in the cupboard under the sink.
`,
};
