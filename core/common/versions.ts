/** Parses and compares versions of three numbers, such as those of OpenShift, Kubernetes, and the operator. */

/** The parts of a version. */
export interface VersionNumbers {
  readonly major: number;
  readonly minor: number;
  readonly patch: number;
  /**
   * True if the version is a prerelease, such as a release candidate or a nightly build. A prerelease sorts before its
   * final version.
   */
  readonly early: boolean;
}

/** Parses a version such as `4.18.38`, `v1.34.1+abc`, or `4.21.0-rc.1`. Returns undefined if it is invalid. */
export function versionNumbers(text: string): VersionNumbers | undefined {
  const match = /^v?(\d{1,6})\.(\d{1,6})\.(\d{1,6})(-[^+]*)?(?:\+.*)?$/.exec(text.trim());
  if (match === null) return undefined;
  return { major: Number(match[1]), minor: Number(match[2]), patch: Number(match[3]), early: match[4] !== undefined };
}

/** Returns a negative number if `a` is older, a positive number if it is newer, and 0 if they are equal. */
export function compareVersions(a: VersionNumbers, b: VersionNumbers): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch || Number(b.early) - Number(a.early);
}

/**
 * Compares two versions as texts.
 * @returns a negative number if `one` is older, a positive number if it is newer, 0 if they are equal, and undefined if
 * one of them is invalid
 */
export function compareVersionTexts(one: string, other: string): number | undefined {
  const [first, second] = [versionNumbers(one), versionNumbers(other)];
  return first === undefined || second === undefined ? undefined : compareVersions(first, second);
}
