/**
 * Compares findings that are based on the product's own data with the CustomResourceDefinitions (CRDs) in the
 * workspace. If a CRD contradicts a finding, the severity becomes information, because the CRD might be from a
 * different operator version.
 */
import * as l10n from '@vscode/l10n';
import { formatFieldPath, listChildNames } from '#core/kinds/field.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import type { Finding, ManifestRule, RuleContext } from '../engine/findings/rule.ts';
import type { Release } from '#core/product/releases.ts';
import {
  crdOfPatch,
  isCheckedElsewhere,
  nearestCrd,
  schemaAt,
  type MatchingCrd,
} from '../engine/workspace/crds/findCrd.ts';
import type { IndexedCrd } from '../engine/workspace/crds/readCrds.ts';
import { isAccepted } from '../engine/workspace/crds/validateByCrd.ts';
import type { Manifest } from '../engine/yaml/manifestModel.ts';
import {
  findMapEntry,
  findYamlNode,
  getYamlString,
  pathOfRange,
  toPlainValue,
  type PathSegment,
} from '../engine/yaml/node.ts';
import type { ManifestEnvironment } from './manifestEnvironment.ts';
import { describeKnownToCluster, describeOnlyInCrd, formatCrdFile, formatPath } from './rules/shared/crdWords.ts';
import { findNearestField } from './rules/shared/unknownFields.ts';
import { describeUnknownInCrd, listCrdFields } from './rules/shared/unknownInCrd.ts';

const aboutFields: ReadonlySet<string> = new Set([
  'kataconfig-unknown-field',
  'peerpodconfig-unknown-field',
  'unknown-field',
  // Kinds of agent-sandbox are checked like Kubernetes kinds, and have CRDs.
  'kubernetes-unknown-field',
]);

/** Rules about values that the product's own data lists. */
const aboutValues: ReadonlySet<string> = new Set(['kataconfig-loglevel', 'kubernetes-value']);

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
  const crd = nearestCrd(crds, group, kind.kind, uri, version);
  if (crd === undefined || !(crd.served ?? crd.versions.map(({ name }) => name)).includes(version)) return undefined;
  if (crd.cluster !== undefined)
    return {
      start,
      end,
      severity: 'info',
      message: describeKnownToCluster(`${group}/${version}`, crd.cluster, release),
    };
  const message = l10n.t`${`${group}/${version}`} isn't known in OSC ${release.id}, but the CRD in ${formatCrdFile(uri, crd)} defines it. Check that the cluster has this CRD.`;
  return { start, end, severity: 'info', message };
}

/**
 * Returns the finding about an unknown field with the name that is probably meant, if only the CRD defines that name.
 * If the name isn't certain because of the CRD, the fixes require a review.
 */
function suggestCrdField(
  finding: Finding,
  { manifest, text, uri }: Pick<RuleContext, 'manifest' | 'text' | 'uri'>,
  match: MatchingCrd,
  fullPath: readonly PathSegment[],
): Finding {
  const path = fullPath.slice(0, -1);
  const field = fullPath.at(-1);
  const parent = findYamlNode(manifest.root, path);
  const entry = parent?.type === 'map' && typeof field === 'string' ? findMapEntry(parent, field) : undefined;
  if (parent?.type !== 'map' || entry === undefined || entry.key.start !== finding.start) return finding;
  const own = listChildNames(manifest.kind.fields, formatFieldPath(path));
  const onlyInCrd = listCrdFields(match, path).filter((name) => !own.includes(name));
  const near = onlyInCrd.length === 0 ? undefined : findNearestField(entry.key.text, [...own, ...onlyInCrd]);
  if (near === undefined) return finding;
  if (onlyInCrd.includes(near.name))
    return describeUnknownInCrd({ manifest, text, uri }, match, { entry, parent, path });
  const { fixes } = finding;
  return near.sure || fixes === undefined
    ? finding
    : { ...finding, fixes: fixes.map((fix) => ({ ...fix, sure: false })) };
}

interface ComparedFinding {
  readonly rule: ManifestRule;
  readonly finding: Finding;
  readonly manifest: Manifest;
  /** Path of the field. If undefined, the range of the finding determines it. */
  readonly path?: readonly PathSegment[] | undefined;
}

/**
 * Returns the finding. If a CRD contradicts it, returns a finding with the severity information that names the CRD
 * instead.
 */
export function compareWithCrd(
  { rule, finding, manifest, path: knownPath }: ComparedFinding,
  { uri, text }: { readonly uri: string; readonly text: string },
  { workspace, release }: Pick<ManifestEnvironment, 'workspace' | 'release'>,
): Finding {
  if (workspace === undefined || workspace.crds.length === 0) return finding;
  if (aboutVersions.has(rule.id))
    return compareVersion(finding, manifest, uri, { crds: workspace.crds, release }) ?? finding;
  const isAboutField = aboutFields.has(rule.id);
  if (!isAboutField && rule.id !== 'wrong-type' && !aboutValues.has(rule.id)) return finding;
  const match = crdOfPatch(workspace.crds, manifest, uri);
  const path = match === undefined ? [] : (knownPath ?? pathOfRange(manifest.root, finding));
  const [first] = path;
  if (match === undefined || first === undefined || isCheckedElsewhere(String(first))) return finding;
  const schema = schemaAt(match.schema, path);
  if (isAboutField && schema === undefined) return suggestCrdField(finding, { manifest, text, uri }, match, path);
  const node = findYamlNode(manifest.root, path);
  const file = formatCrdFile(uri, match.crd);
  const { start, end } = finding;
  if (schema !== undefined && isAboutField)
    return { start, end, severity: 'info', message: describeOnlyInCrd(path, match.crd, uri, release) };
  if (schema === undefined || node === undefined || !isAccepted(node, schema)) return finding;
  const { cluster } = match.crd;
  if (cluster !== undefined && (!aboutValues.has(rule.id) || (schema !== 'open' && schema.values !== undefined)))
    return {
      start,
      end,
      severity: 'info',
      message: describeKnownToCluster(
        `${formatPath(path)}: ${sanitizeQuote(String(toPlainValue(node)), 30)}`,
        cluster,
        release,
      ),
    };
  if (!aboutValues.has(rule.id))
    return {
      start,
      end,
      severity: 'info',
      message: l10n.t`${formatPath(path)} has the wrong type for OSC ${release.id}, but the CRD in ${file} accepts it. Check that the cluster has this CRD.`,
    };
  // A CRD that accepts any string doesn't know the values.
  if (schema === 'open' || schema.values === undefined) return finding;
  const value = sanitizeQuote(String(toPlainValue(node)), 30);
  return {
    start,
    end,
    severity: 'info',
    message: l10n.t`OSC ${release.id} doesn't support "${value}" for ${formatPath(path)}, but the CRD in ${file} allows it. Check that the cluster has this CRD.`,
  };
}
