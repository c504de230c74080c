/** Recognizes policy tests by their file name. */

/** File name of the JSON Schema of policy tests. */
export const policyTestSchemaFile = 'policy-test.schema.json';

/** Returns whether a name, path, or URI is that of a policy test. */
export function isPolicyTestFile(path: string): boolean {
  return /\.policy-test\.ya?ml$/i.test(path);
}
