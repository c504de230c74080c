/** Finds packages without a checksum in npm lock files. npm installs any content for such packages. */
import { getBoolean, getMap, getString } from '#core/common/json.ts';

/**
 * Returns `location@version` of each package without a SHA-512 checksum.
 * @param lock parsed package-lock.json
 */
export function packagesWithoutChecksum(lock: unknown): readonly string[] {
  return Object.entries(getMap(lock, 'packages')).flatMap(([location, entry]) => {
    // npm doesn't download the root package, links to other folders, and bundled packages.
    const isLocal = location === '' || getBoolean(entry, 'link') === true || getBoolean(entry, 'inBundle') === true;
    if (isLocal || /^sha512-[\w+/]{86}==$/.test(getString(entry, 'integrity') ?? '')) return [];
    return [`${location}@${getString(entry, 'version') ?? '?'}`];
  });
}
