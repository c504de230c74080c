/**
 * Finds the objects that the second process describes: those of other operators, whose kind a CRD file of the workspace
 * or the open cluster defines. Excludes OSC and Kubernetes kinds, for which the product has its own data.
 */
import { isOwnGroup } from '#core/kinds/custom/customKinds.ts';
import { findListedKind } from '#core/kinds/listedKinds.ts';
import type { CrdSchema } from '../../engine/workspace/crds/crdSchema.ts';
import { customKindOf } from '../../engine/workspace/crds/customObjects.ts';
import { nearestCrd } from '../../engine/workspace/crds/findCrd.ts';
import type { IndexedCrd } from '../../engine/workspace/crds/readCrds.ts';
import type { PlacedDocument } from '../../engine/yaml/yamlDocument.ts';
import type { PathSegment } from '../../engine/yaml/node.ts';

/** An object that is the only one in its document. */
export interface YamlServerObject {
  readonly placed: PlacedDocument;
  readonly crd: IndexedCrd;
  readonly schema: CrdSchema;
}

/** Maximum length of a document, in characters. */
const maxLength = 300_000;

const kindLine = /^["']?kind["']?[ \t]*:[ \t]+["']?(\w{1,100})["']?[ \t]*\r?$/m;
const apiVersionLine = /^["']?apiVersion["']?[ \t]*:[ \t]+["']?([\w.-]{1,253})\/(\w{1,63})["']?[ \t]*\r?$/m;

/** Returns the object in a document. Also works with incomplete text that isn't valid YAML. */
export function findYamlServerObject(
  placed: PlacedDocument,
  crds: readonly IndexedCrd[],
  uri: string,
): YamlServerObject | undefined {
  const { document } = placed;
  if (crds.length === 0 || document.text.length > maxLength) return undefined;
  const kind = kindLine.exec(document.text)?.[1];
  const [, group, version] = apiVersionLine.exec(document.text) ?? [];
  if (kind === undefined || group === undefined || version === undefined || isOwnGroup(group)) return undefined;
  if (findListedKind(`${group}/${version}`, kind) !== undefined || document.isHelm) return undefined;
  if (customKindOf(crds, { group, version, kind }, uri) === undefined) return undefined;
  const crd = nearestCrd(crds, group, kind, uri, version);
  const schema = crd?.versions.find(({ name }) => name === version)?.schema;
  return crd === undefined || schema === undefined ? undefined : { placed, crd, schema };
}

const combines = new WeakMap<CrdSchema, boolean>();

/** Returns whether a schema, or one below it, contains `allOf`, `anyOf`, or `oneOf`. Rules evaluate only some. */
export function hasCombined(schema: CrdSchema): boolean {
  const known = combines.get(schema);
  if (known !== undefined) return known;
  const { combined, properties, items, additional } = schema;
  const found =
    combined !== undefined ||
    [...properties.values(), items, additional].some((child) => child !== undefined && hasCombined(child));
  combines.set(schema, found);
  return found;
}

/** Returns whether `allOf`, `anyOf`, or `oneOf` restricts the value at a path, or a value that contains it. */
export function isCombinedAt(schema: CrdSchema, path: readonly PathSegment[]): boolean {
  let at: CrdSchema | undefined = schema;
  for (const step of path) {
    if (at === undefined || at.combined !== undefined) break;
    at = typeof step === 'number' ? at.items : (at.properties.get(step) ?? at.additional);
  }
  return at?.combined !== undefined;
}
