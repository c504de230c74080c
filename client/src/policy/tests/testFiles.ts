/** Determines the paths of policy tests and of the policies that they test. */
/** Glob patterns of the files that can contain tests, and of the files that a Rego unit test can need. */
export const testPattern = '**/*.{policy-test.yaml,rego}';
export const regoPattern = '**/*.rego';

/** Returns whether a path is that of a Rego file. */
export function isRegoPath(path: string): boolean {
  return path.endsWith('.rego');
}

/** Returns whether a Rego file might contain unit tests. If so, the server checks the file. */
export function mayContainUnitTests(text: string): boolean {
  return /^[ \t]*test_\w/m.test(text);
}

const testName = /\.policy-test\.yaml$/;

/**
 * Returns the path of the policy of a test, relative to the folder of the test. Returns undefined if the path isn't
 * allowed. The policy must be a Rego file inside the workspace folder, because the extension reads it as soon as the
 * user opens the folder.
 * @param named path in the test file; if undefined, the policy has the name of the test
 * @param folder path of the workspace folder that contains the test; if undefined, the policy must be in the folder of
 * the test
 */
export function policyPathOf(
  testPath: string,
  named: string | undefined,
  folder: string | undefined,
): string | undefined {
  const beside = testPath.slice(testPath.lastIndexOf('/') + 1).replace(testName, '.rego');
  const wanted = named ?? beside;
  if (!wanted.endsWith('.rego') || /^(?:[\\/]|[A-Za-z][\w+.-]*:)/.test(wanted)) return undefined;
  const beneath = testPath.slice(0, testPath.lastIndexOf('/'));
  const top = namesOf(folder ?? beneath);
  const way = namesOf(`${beneath}/${wanted.replaceAll('\\', '/')}`);
  return way.length > top.length && top.every((name, index) => way[index] === name) ? wanted : undefined;
}

/** Splits an absolute path into its names and resolves `.` and `..`. */
function namesOf(path: string): readonly string[] {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names;
}

/** Returns the path of the test next to a policy. */
export function testPathOf(policyPath: string): string {
  return `${policyPath.replace(/\.rego$/, '')}.policy-test.yaml`;
}
