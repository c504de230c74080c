/**
 * Renames the files of an archive that Windows can't create, so that every user can extract the archive. Doesn't use VS
 * Code. Source: Microsoft Learn, "Naming Files, Paths, and Namespaces".
 */

/** Characters that Windows doesn't allow in names. Other code rejects backslashes and control characters. */
const reservedCharacters = /[<>:"|?*]/g;
/** Names of devices, also with any extension, and with superscript digits. */
const deviceName = /^(con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?= *(?:\.|$))/i;
/** Windows removes these characters at the end of a name. */
const removedEnd = /[. ]$/;

/**
 * Returns the names in the archive. Names that all systems can create stay the same. Otherwise, reserved characters are
 * percent-encoded, and names of devices get an underscore. Names that differ only in case or in their Unicode form get
 * a number, because they are the same file on Windows and macOS.
 * @param names paths with `/`, relative to the same folder
 * @returns names in the archive by path
 */
export function toPortablePaths(names: readonly string[]): ReadonlyMap<string, string> {
  const portable = new Map(names.map((name) => [name, name.split('/').map(toPortableName).join('/')]));
  const taken = new Set<string>();
  for (const path of portable.values())
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      taken.add(comparable(path.slice(0, end)));
  const isRenamed = (name: string): boolean => portable.get(name) !== name;
  // A file keeps its name if another file gets the same name only because it is renamed.
  for (const name of [...names.filter((one) => !isRenamed(one)), ...names.filter(isRenamed)]) {
    const path = firstFree(portable.get(name) ?? name, taken);
    taken.add(comparable(path));
    portable.set(name, path);
  }
  return portable;
}

/** Returns the name of a file or folder that all systems can create. */
export function toPortableName(name: string): string {
  return name
    .replace(reservedCharacters, percentEncoded)
    .replace(deviceName, '$1_')
    .replace(removedEnd, percentEncoded);
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function comparable(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** Adds a number before the extension, such as `current~2.log`, if another file or folder has the name. */
function firstFree(path: string, taken: ReadonlySet<string>): string {
  const [, start = path, extension = ''] = /^(.*?[^/])((?:\.[^./]{1,10}){0,2})$/s.exec(path) ?? [];
  let free = path;
  for (let number = 2; taken.has(comparable(free)); number += 1) free = `${start}~${number}${extension}`;
  return free;
}
