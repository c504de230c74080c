/** Finds packages in lock files of npm that have no checksum: npm installs whatever it is sent for them. */
import { flagAt, mapAt, stringAt } from '../../core/json.ts';

/** Returns `location@version` of each package without a SHA-512 checksum. @param lock a package-lock.json, parsed */
export function packagesWithoutChecksum(lock: unknown): readonly string[] {
  return Object.entries(mapAt(lock, 'packages')).flatMap(([location, entry]) => {
    // The folder itself, a link to another folder, and what comes inside another package aren't downloaded.
    const isLocal = location === '' || flagAt(entry, 'link') === true || flagAt(entry, 'inBundle') === true;
    if (isLocal || /^sha512-[\w+/]{86}==$/.test(stringAt(entry, 'integrity') ?? '')) return [];
    return [`${location}@${stringAt(entry, 'version') ?? '?'}`];
  });
}
