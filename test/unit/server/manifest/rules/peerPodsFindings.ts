/** Checks peer-pods-cm in the tests of its rules. */
import { mapFor } from '#server/engine/examples/exampleMaps.ts';
import { applyEdits, selectCompatibleEdits } from '#server/engine/findings/applyFixes.ts';
import { check, type Checked, type CheckOptions } from '#test/support/manifests/checkText.ts';

/** Returns a peer-pods-cm for AWS with these lines. */
export const createAwsMap = (...lines: string[]): string => mapFor('aws', ...lines).trimStart();

/** Returns the rule and the severity of a finding. */
export const formatPeerPodsFinding = ({ rule, severity }: Checked): string =>
  `${rule.replace('osc/ppcm-', '')} ${severity}`;

/** Returns the rule and the severity of each finding. */
export async function listPeerPodsFindings(text: string, options: CheckOptions = {}): Promise<string[]> {
  return (await check(text, options)).map(formatPeerPodsFinding);
}

/** Returns the text after all automatic fixes, and its remaining findings. */
export async function fixPeerPodsMap(
  text: string,
  options: CheckOptions = {},
): Promise<{ text: string; left: string[] }> {
  const fixes = (await check(text, options)).flatMap(({ finding }) =>
    finding.fixes.filter(({ sure }) => sure).slice(0, 1),
  );
  const after = applyEdits(text, selectCompatibleEdits(fixes));
  return { text: after, left: await listPeerPodsFindings(after, options) };
}

/** Returns the title of each fix, with a mark for automatic fixes. */
export async function listFixTitles(text: string, options: CheckOptions = {}): Promise<string[]> {
  return (await check(text, options)).flatMap(({ finding }) =>
    finding.fixes.map(({ title, sure }) => `${title}${sure ? ' (sure)' : ''}`),
  );
}
