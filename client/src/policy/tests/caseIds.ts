/** Returns the IDs of test cases in the Test Explorer. */

/**
 * Returns a unique ID for each test case: its name, or its name with its number if an earlier case has the same name.
 * The order of the IDs is that of the names.
 */
export function createCaseIds(names: readonly string[]): readonly string[] {
  const used = new Set<string>();
  const written = new Set(names);
  return names.map((name, index) => {
    let id = name;
    for (let number = index + 1; used.has(id) || (id !== name && written.has(id)); number += 1)
      id = `${name} (${number})`;
    used.add(id);
    return id;
  });
}
