import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};

/** The exact version of a peer, as pinned. */
export function peerVersion(packageName: string): string {
  return manifest.dependencies[packageName] ?? 'unknown';
}
