/** The names of tests of policies, and of what they test. */

/** Where they are looked for. */
export const testPattern = '**/*.policy-test.yaml';

const testName = /\.policy-test\.yaml$/;

/**
 * The path of the policy of a test, relative to the test's folder; undefined when the test names a path that is not looked at:
 * it is read for whoever opened the folder, so it must be Rego, and in that folder.
 * @param folder the path of the workspace's folder that holds the test; undefined when none does: then nothing above the test is read
 */
export function policyPathOf(testPath: string, named: string | undefined, folder: string | undefined): string | undefined {
  const beside = testPath.slice(testPath.lastIndexOf('/') + 1).replace(testName, '.rego');
  const wanted = named ?? beside;
  if (!wanted.endsWith('.rego') || /^(?:[\\/]|[A-Za-z][\w+.-]*:)/.test(wanted)) return undefined;
  const inside = folder ?? testPath.slice(0, testPath.lastIndexOf('/'));
  return pathFrom(testPath, wanted)?.startsWith(`${inside.replace(/\/$/, '')}/`) === true ? wanted : undefined;
}

/** The path that a relative one means, beside this file; undefined above the root. */
function pathFrom(file: string, relative: string): string | undefined {
  const parts = file.split('/').slice(0, -1);
  for (const part of relative.split(/[\\/]/)) {
    if (part === '..') {
      if (parts.length <= 1) return undefined;
      parts.pop();
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The path of the test beside a policy. */
export function testPathOf(policyPath: string): string {
  return `${policyPath.replace(/\.rego$/, '')}.policy-test.yaml`;
}
