/**
 * Kata versions that files are checked for. The facts were compared between tags of kata-containers/kata-containers
 * from 3.17.0 to 4.1.0. Between two tags, the facts of the older one apply. Source: domain/11-newer-releases.md 11.3.
 */
import type { Release } from '../product/releases.ts';

/** The runtimes of Kata. */
export type KataRuntimeName = 'go' | 'rust';

/** Runtimes by name, as the documentation of Kata writes them. */
export const kataRuntimeTitles: Readonly<Record<KataRuntimeName, string>> = { go: 'Go runtime', rust: 'runtime-rs' };

/** Kata versions that read something. */
export interface KataVersions {
  /** First version, such as `3.24.0`. Undefined if all compared versions (3.17 and later) read it. */
  readonly since?: string;
  /** First version that no longer reads it. */
  readonly until?: string;
}

/** The compared tags, oldest first. */
export const kataTags = [
  '3.17.0',
  '3.21.0',
  '3.25.0',
  '3.28.0',
  '3.29.0',
  '3.30.0',
  '3.31.0',
  '3.32.0',
  '4.0.0',
  '4.1.0',
] as const;

/** The known versions, for messages. */
export const knownKataVersions = '3.17 to 4.1';

/**
 * Parses a Kata version such as `3.21`, `4.1.0`, or `v4.0.1`.
 * @returns the version with three numbers. Undefined if it isn't from 3.17 to 4.1, or one of their patch versions
 */
export function parseKataVersion(text: string): string | undefined {
  const match = /^v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [major = 0, minor = 0, patch = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const isKnown = major === 3 ? minor >= 17 : major === 4 && minor <= 1;
  return isKnown ? `${major}.${minor}.${patch}` : undefined;
}

/** Stands for a selected Kata version that isn't known. Facts must then hold for all versions. */
export const unknownKata = 'unknown';

/** Kata versions of the guests of OSC releases. Source: domain/00-sources.md (version map). */
const kataOfRelease: Readonly<Record<string, string>> = { '1.10': '3.17.0', '1.11': '3.21.0' };

/** Returns the Kata version to check for: the one that the user selected, or that of the release, if it's known. */
export function getKataVersion({ id, kata }: Release): string | undefined {
  if (kata === unknownKata) return undefined;
  return kata ?? (Object.hasOwn(kataOfRelease, id) ? kataOfRelease[id] : undefined);
}

/**
 * Returns whether the nodes might use runtime-rs. OSC uses the Go runtime with Kata 3. It's unknown which
 * runtime it uses with Kata 4.
 */
export function mayUseRustRuntime(release: Release): boolean {
  const version = getKataVersion(release);
  return version !== undefined && compareKataVersions(version, '4.0.0') >= 0;
}

/** Releases with a Kata version. Caches compare releases, so that each combination is one object. */
const combined = new Map<string, Release>();
/** Maximum number of kept combinations. Users select few versions. */
const maxCombined = 200;

/** Returns the release with the Kata version that the user selected. */
export function withKataVersion(release: Release, kata: string | undefined): Release {
  if (kata === undefined) return release;
  const key = `${release.id} ${kata}`;
  let known = combined.get(key);
  if (known === undefined) {
    if (combined.size >= maxCombined) combined.clear();
    known = { ...release, kata };
    combined.set(key, known);
  }
  return known;
}

/** Returns whether a Kata version reads something. Undefined if that depends on the version, which isn't known. */
export function isReadIn({ since, until }: KataVersions, version: string | undefined): boolean | undefined {
  if (since === undefined && until === undefined) return true;
  if (version === undefined) return undefined;
  return (
    (since === undefined || compareKataVersions(version, since) >= 0) &&
    (until === undefined || compareKataVersions(version, until) < 0)
  );
}

/** Compares versions such as `3.17` and `3.24.0`. A missing part counts as 0. */
export function compareKataVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number));
  for (let index = 0; index < 3; index += 1) {
    const difference = (a?.[index] ?? 0) - (b?.[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
