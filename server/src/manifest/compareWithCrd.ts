/**
 * Compares findings that are based on the product's own data with the CustomResourceDefinitions (CRDs) in the
 * workspace. If a CRD contradicts a finding, the severity becomes information, because the CRD might be from a
 * different operator version.
 */
import * as l10n from '@vscode/l10n';
import type { Finding, ManifestRule } from '../engine/findings/rule.ts';
import type { Release } from '#core/product/releases.ts';
import { crdOf, isCheckedElsewhere, nearestCrd, schemaAt } from '../engine/workspace/crds/findCrd.ts';
import type { IndexedCrd } from '../engine/workspace/crds/readCrds.ts';
import { isAccepted } from '../engine/workspace/crds/validateByCrd.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import { findYamlNode, getYamlString, pathOfRange } from '../engine/yaml/node.ts';
import type { ManifestEnvironment } from './manifestEnvironment.ts';
import { describeOnlyInCrd, formatCrdFile, formatPath } from './rules/shared/crdWords.ts';

const aboutFields: ReadonlySet<string> = new Set([
  'kataconfig-unknown-field',
  'peerpodconfig-unknown-field',
  'unknown-field',
]);

const aboutVersions: ReadonlySet<string> = new Set(['kataconfig-api-version', 'no-such-kind']);

/** Returns information that replaces a finding about a version that the nearest CRD serves. */
function compareVersion(
  { start, end }: Finding,
  { root, kind }: Manifest,
  uri: string,
  { crds, release }: { readonly crds: readonly IndexedCrd[]; readonly release: Release },
): Finding | undefined {
  const node = findYamlNode(root, ['apiVersion']);
  const [group = '', version = ''] = (getYamlString(root, ['apiVersion']) ?? '').split('/');
  if (node?.start !== start || group !== kind.group || getYamlString(root, ['kind']) !== kind.kind) return undefined;
  const crd = nearestCrd(crds, group, kind.kind, uri);
  if (crd?.served?.includes(version) !== true) return undefined;
  const message = l10n.t`${`${group}/${version}`} isn't known in OSC ${release.id}, but the CRD in ${formatCrdFile(uri, crd)} defines it. Check that the cluster has this CRD.`;
  return { start, end, severity: 'info', message };
}

/**
 * Returns the finding. If a CRD contradicts it, returns a finding with the severity information that names the CRD
 * instead.
 */
export function compareWithCrd(
  rule: ManifestRule,
  finding: Finding,
  manifest: Manifest,
  uri: string,
  { workspace, release }: Pick<ManifestEnvironment, 'workspace' | 'release'>,
): Finding {
  if (workspace === undefined || workspace.crds.length === 0) return finding;
  if (aboutVersions.has(rule.id))
    return compareVersion(finding, manifest, uri, { crds: workspace.crds, release }) ?? finding;
  const isAboutField = aboutFields.has(rule.id);
  if (!isAboutField && rule.id !== 'wrong-type') return finding;
  const match = crdOf(workspace.crds, manifest, uri);
  const path = match === undefined ? [] : pathOfRange(manifest.root, finding);
  const [first] = path;
  if (match === undefined || first === undefined || isCheckedElsewhere(String(first))) return finding;
  const schema = schemaAt(match.schema, path);
  const node = findYamlNode(manifest.root, path);
  if (schema === undefined || (!isAboutField && (node === undefined || !isAccepted(node, schema)))) return finding;
  return {
    start: finding.start,
    end: finding.end,
    severity: 'info',
    message: isAboutField
      ? describeOnlyInCrd(path, match.crd, uri, release)
      : l10n.t`${formatPath(path)} has the wrong type for OSC ${release.id}, but the CRD in ${formatCrdFile(uri, match.crd)} accepts it. Check that the cluster has this CRD.`,
  };
}
