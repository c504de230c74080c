/** The names of tests of policies, and of what they test. */
/** Where they are looked for. */
export const testPattern = '**/*.policy-test.yaml';

const testName = /\.policy-test\.yaml$/;

/**
 * The path of the policy of a test, relative to the test's folder; undefined when the test names a path that is not
 * looked at: it is read for whoever opened the folder, so it must be Rego, and in that folder.
 * @param folder the path of the workspace's folder that holds the test; undefined when none does: then nothing above
 * the test is read
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

/** The folders and the file of an absolute path, without what leads nowhere. */
function namesOf(path: string): readonly string[] {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return names;
}

/** The path of the test beside a policy. */
export function testPathOf(policyPath: string): string {
  return `${policyPath.replace(/\.rego$/, '')}.policy-test.yaml`;
}
