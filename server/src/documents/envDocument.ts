/**
 * An env file from which a kustomization makes an object of ours: `KEY=VALUE` lines, each key and value at its place.
 * How kustomize reads it: api/kv/kv.go (keyValuesFromLine). Blanks before a key are left aside; what stands behind `=` is the value, quotes and all.
 */
import type { KindKnowledge } from '../../../core/kinds/field.ts';
import { entryAt, mapAt, stringNode, unknownKeys } from './keyValue.ts';
import { generators } from './kustomization.ts';
import type { Manifest } from './manifest.ts';
import type { Entry, MapNode } from './node.ts';
import { maxDocumentLength, type ReadDocument } from './parse.ts';
import { YamlDocument } from './sourceFile.ts';

/** More lines hold no settings. */
const maxLines = 5000;

const pair = /^[\uFEFF\s]*([-._A-Za-z][-._A-Za-z0-9]*)(?:=(.*))?$/;

/** It stands where documents of YAML stand, and is none: there is nothing to parse in it, and all of it is one object. */
export class EnvDocument extends YamlDocument {
  readonly #kind: KindKnowledge;
  #made: readonly Manifest[] | undefined;

  constructor(text: string, kind: KindKnowledge) {
    super(text);
    this.#kind = kind;
  }

  override get mayBeKnown(): boolean {
    return true;
  }

  override get parsed(): ReadDocument {
    return { root: undefined, problems: [], template: false, effort: 0 };
  }

  override get manifests(): readonly Manifest[] {
    this.#made ??= this.text.length > maxDocumentLength ? [] : [manifestOf(this.text, this.#kind)];
    return this.#made;
  }
}

function manifestOf(text: string, kind: KindKnowledge): Manifest {
  const entries = entriesOf(text);
  const place = { start: 0, end: text.length };
  const head = entries[0]?.key ?? { start: 0, end: 0 };
  const [name = ''] = kind.names ?? [];
  const under = Object.values(generators).find((made) => made.kind === kind.kind)?.under ?? 'data';
  const root: MapNode = mapAt(place, [
    entryAt(0, 'kind', { ...stringNode(head, kind.kind), borrowed: true }, true),
    entryAt(0, 'metadata', mapAt({ start: 0, end: 0 }, [entryAt(0, 'name', { ...stringNode(head, name), borrowed: true }, true)]), true),
    // Other files, and literals, may have more.
    entryAt(0, under, mapAt(place, [...entries, unknownKeys(0)])),
  ]);
  return { kind, root, name, part: 'generator' };
}

/** The lines that have a key. One that kustomize does not take is left out. */
function entriesOf(text: string): Entry[] {
  const entries: Entry[] = [];
  let start = 0;
  for (const line of text.split('\n', maxLines)) {
    const written = line.endsWith('\r') ? line.slice(0, -1) : line;
    const [, name, value] = pair.exec(written) ?? [];
    if (name !== undefined) {
      const end = start + written.length;
      const keyEnd = value === undefined ? end : end - value.length - 1;
      // Without a `=`, older releases of kustomize take the value from their environment.
      entries.push({
        key: stringNode({ start: keyEnd - name.length, end: keyEnd }, name),
        value: stringNode({ start: end - (value?.length ?? 0), end }, value ?? '', value === undefined),
        borrowed: false,
      });
    }
    start += line.length + 1;
  }
  return entries;
}
