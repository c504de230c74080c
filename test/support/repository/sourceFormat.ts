/** Valid format of one source in the tables of core. */
const oneSource =
  /^(?:[\w.-]+\/[\w.-]+@(?:[0-9a-f]{8,40}|release-\d+\.\d+) (?:\S+|\(.+\))|[\w.-]+\/[\w.-]+#\d+|OSC 1\.\d+ §\d+(?:\.\d+)*(?:, in its prose)?)$/;

/** Returns the parts of a source that name neither a file at a commit, nor an issue, nor a section of a document. */
export function oddSources(source: string): string[] {
  return source.split('; ').filter((part) => !oneSource.test(part));
}

/** Returns the names that occur more than once. */
export function twice(names: readonly string[]): string[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}
