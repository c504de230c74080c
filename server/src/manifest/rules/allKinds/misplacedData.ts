/** Finds keys of a supported ConfigMap or Secret that aren't where they belong. */
import { findField } from '#core/kinds/field.ts';
import { isPlaceholder } from '#core/text/placeholder.ts';
import { findNearestField } from '../shared/unknownFields.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { findMapEntry, type MapEntry, type YamlNode } from '#server/engine/yaml/node.ts';

/** A misplaced key: the problem and the entry that causes it. */
export interface MisplacedData {
  readonly fault: 'text' | 'list' | 'wrong name' | 'no section';
  readonly entry: MapEntry;
  /** Section in which the keys belong: `data` or `stringData`. */
  readonly section: string;
}

const known = new WeakMap<Manifest, readonly MisplacedData[]>();

/** Returns the misplaced keys. Cached, because the rules for missing keys need them too. */
export function misplacedData(manifest: Manifest): readonly MisplacedData[] {
  const found = known.get(manifest) ?? (manifest.part === 'generator' ? [] : find(manifest));
  known.set(manifest, found);
  return found;
}

/** Valid top-level fields of each kind. */
const own: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ['apiVersion', 'kind', 'metadata', 'data', 'binaryData', 'immutable'],
  Secret: ['apiVersion', 'kind', 'metadata', 'data', 'stringData', 'type', 'immutable'],
};

function find(manifest: Manifest): MisplacedData[] {
  const { root, kind } = manifest;
  const sections = kind.kind === 'Secret' ? ['stringData', 'data'] : ['data'];
  const found: MisplacedData[] = [];
  for (const entry of root.entries) {
    const { key, value, borrowed } = entry;
    if (borrowed || key.unknown) continue;
    if (sections.includes(key.text)) {
      if (value.type === 'seq') found.push({ fault: 'list', entry, section: key.text });
      else if (
        value.type === 'scalar' &&
        value.value !== null &&
        value.text !== '' &&
        !value.unknown &&
        !isPlaceholder(value.text)
      )
        found.push({ fault: 'text', entry, section: key.text });
      continue;
    }
    if (own[kind.kind]?.includes(key.text) === true) continue;
    const typo = findNearestField(key.text, own[kind.kind] ?? []);
    const section = sectionMeant(manifest, key.text, sections);
    if (section !== undefined && isMapOfKeys(manifest, value, section))
      found.push({ fault: 'wrong name', entry, section });
    else if (typo?.sure === true && sections.includes(typo.name) && value.type === 'map')
      found.push({ fault: 'wrong name', entry, section: typo.name });
    else if (value.type === 'scalar' && isKey(manifest, key.text, sections[0]))
      found.push({ fault: 'no section', entry, section: sections[0] ?? 'data' });
  }
  return found;
}

function sectionMeant({ kind }: Manifest, name: string, sections: readonly string[]): string | undefined {
  const same = sections.find((section) => section.toLowerCase() === name.toLowerCase());
  if (same !== undefined) return same;
  return name === 'spec' || (kind.kind === 'ConfigMap' && name.toLowerCase() === 'stringdata')
    ? sections[0]
    : undefined;
}

/** Returns whether a mapping contains known keys. Otherwise, the intended section is unknown. */
function isMapOfKeys(manifest: Manifest, value: YamlNode, section: string): boolean {
  return value.type === 'map' && value.entries.some(({ key }) => !key.unknown && isKey(manifest, key.text, section));
}

/** Returns whether the name is a known key of a section. */
export function isKey({ kind }: Manifest, name: string, section: string = 'data'): boolean {
  return findField(kind.fields, [section, name]) !== undefined;
}

/** Returns whether the section already exists, so that the keys would have to be moved into it. */
export function hasSection({ root }: Manifest, { section }: MisplacedData): boolean {
  return findMapEntry(root, section) !== undefined;
}
