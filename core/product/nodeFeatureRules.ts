/**
 * Rules of Node Feature Discovery that an OpenShift version reads. Sources: openshift/node-feature-discovery
 * source/custom/custom.go (LegacyRule exists in release-4.14@b30f8cb7e, but not in release-4.15@68c4ba08b) and
 * api/nfd/v1alpha1/register.go (group nfd.openshift.io up to release-4.18, nfd.k8s-sigs.io from release-4.19).
 */
import { eligibleLabel } from './nodeLabels.ts';
import { versionNumbers } from '../common/versions.ts';

/** API groups of NodeFeature and NodeFeatureRule objects, with the group of later versions first. */
export const nodeFeatureGroups = ['nfd.k8s-sigs.io', 'nfd.openshift.io'] as const;
export type NodeFeatureGroup = (typeof nodeFeatureGroups)[number];

/** Returns the only API group whose rules an OpenShift version reads. Returns undefined if the version is unknown. */
export function getNodeFeatureGroup(openShift: string | undefined): NodeFeatureGroup | undefined {
  const isLater = isAtLeast(openShift, 19);
  return isLater === undefined ? undefined : isLater ? 'nfd.k8s-sigs.io' : 'nfd.openshift.io';
}

/** Returns whether an OpenShift version ignores rules with `matchOn`. Returns undefined if the version is unknown. */
export function ignoresMatchOn(openShift: string | undefined): boolean | undefined {
  return isAtLeast(openShift, 15);
}

function isAtLeast(openShift: string | undefined, least: number): boolean | undefined {
  const numbers = versionNumbers(openShift ?? '');
  if (numbers === undefined) return undefined;
  return numbers.major > 4 || (numbers.major === 4 && numbers.minor >= least);
}

/**
 * Format of a rule for Kata. `matchOn`: only in the format that later versions ignore. `matchFeatures`: in another
 * format.
 */
export type KataRuleFormat = 'matchOn' | 'matchFeatures';

/**
 * Returns the format of the rules in a worker configuration that set the label of eligible nodes. Returns undefined if
 * there are none. Recognizes only rules that are written as indented blocks. The format of others is `matchFeatures`,
 * so that they don't count as ineffective.
 */
export function readKataRuleFormat(configData: string): KataRuleFormat | undefined {
  const lines = configData.split('\n').map((line) => line.replace(/(^|\s)#.*$/, ''));
  const formats = lines.flatMap((line, index) => (line.includes(eligibleLabel) ? formatOf(lines, index) : []));
  return formats.find((format) => format === 'matchFeatures') ?? formats[0];
}

/** Returns the format of the list item that contains a line. */
function formatOf(lines: readonly string[], index: number): KataRuleFormat {
  const indentOf = (line: string): number => line.length - line.trimStart().length;
  let start = index;
  let indent = indentOf(lines[index] ?? '');
  while (
    start >= 0 &&
    !(/^\s*- /.test(lines[start] ?? '') && (start === index || indentOf(lines[start] ?? '') < indent))
  ) {
    const line = lines[start] ?? '';
    if (line.trim() !== '') indent = Math.min(indent, indentOf(line));
    start -= 1;
  }
  if (start < 0) return 'matchFeatures';
  indent = indentOf(lines[start] ?? '');
  const after = lines.slice(start + 1);
  const length = after.findIndex((line) => line.trim() !== '' && indentOf(line) <= indent);
  const keys = [lines[start] ?? '', ...after.slice(0, length === -1 ? after.length : length)].flatMap(
    (line) => /^\s*(?:- )?["']?(\w+)["']?\s*:/.exec(line)?.[1] ?? [],
  );
  const isCurrent = ['labels', 'labelsTemplate', 'matchFeatures', 'matchAny'].some((key) => keys.includes(key));
  return keys.includes('matchOn') && !isCurrent ? 'matchOn' : 'matchFeatures';
}
