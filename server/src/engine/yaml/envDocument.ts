/**
 * Parses an env file from which a kustomization generates a known object: `KEY=VALUE` lines with the positions of each
 * key and value. Follows kustomize: api/kv/kv.go (keyValuesFromLine). Spaces before a key are ignored, and everything
 * after `=` is the value, including quotes.
 */
import { findMergeConflict } from '../text/conflictMarkers.ts';
import type { KindKnowledge } from '#core/kinds/field.ts';
import { templateExpressionPattern } from './parse/templateExpression.ts';
import { besides, entryAt, mapAt, stringNode, unknownKeys, type EnvLineFault } from './keyValue.ts';
import { kustomizeGenerators } from './kustomization.ts';
import type { Manifest } from './manifestModel.ts';
import type { MapEntry, MapNode } from './node.ts';
import { maxDocumentLength, type ParseResult } from './parse/parse.ts';
import { YamlDocument } from './yamlDocument.ts';

/** The object that is generated from an env file. */
export interface EnvFileTarget {
  readonly kind: KindKnowledge;
  /** Cloud provider, if the kustomization specifies it separately. */
  readonly provider?: string;
}

const maxLine = 2000;
/** Maximum number of lines to read. */
const maxLines = 5000;

const pair = /^[\uFEFF\s]*([-._A-Za-z][-._A-Za-z0-9]*)(?:=(.*))?$/;
/** Matches the syntax of a shell, properties file, or YAML: `export KEY=value`, `KEY = value`, `KEY: value`. */
const otherwise = /^(?:(?:export|set)[ \t]+)?([A-Za-z_][\w.-]*)(?:[ \t]*=[ \t]*|:[ \t]+)(\S.*)?$/;
const inQuotes = /^(["'])(.+)\1$/;

/** Represents an env file as a YAML document. The whole file is one object, so nothing is parsed as YAML. */
export class EnvDocument extends YamlDocument {
  readonly #meaning: EnvFileTarget;
  #made: readonly Manifest[] | undefined;

  constructor(text: string, meaning: EnvFileTarget) {
    super(text);
    this.#meaning = meaning;
  }

  override get mayBeKnown(): boolean {
    return true;
  }

  override get parsed(): ParseResult {
    return { root: undefined, problems: [], template: false, effort: 0 };
  }

  override get manifests(): readonly Manifest[] {
    this.#made ??= this.text.length > maxDocumentLength ? [] : [manifestOf(this.text, this.#meaning)];
    return this.#made;
  }
}

function manifestOf(text: string, { kind, provider }: EnvFileTarget): Manifest {
  const { entries, faults } = read(text);
  const place = { start: 0, end: text.length };
  const head = entries[0]?.key ?? { start: 0, end: 0 };
  const [name = ''] = kind.names ?? [];
  const under = Object.values(kustomizeGenerators).find((made) => made.kind === kind.kind)?.under ?? 'data';
  const root: MapNode = mapAt(place, [
    entryAt(0, 'kind', { ...stringNode(head, kind.kind), borrowed: true }, true),
    entryAt(
      0,
      'metadata',
      mapAt({ start: 0, end: 0 }, [entryAt(0, 'name', { ...stringNode(head, name), borrowed: true }, true)]),
      true,
    ),
    // Other files and literals can add keys.
    entryAt(0, under, mapAt(place, [...entries, ...besides(entries, provider, 0), unknownKeys(0)])),
  ]);
  return { kind, root, name, part: 'generator', faults };
}

/** Returns the lines with a key. Lines that kustomize rejects are omitted. */
function read(text: string): { readonly entries: readonly MapEntry[]; readonly faults: readonly EnvLineFault[] } {
  const entries: MapEntry[] = [];
  const faults: EnvLineFault[] = [];
  // The two versions of a conflict can't be checked together.
  const conflict = findMergeConflict(text);
  if (conflict !== undefined)
    return { entries, faults: [{ fault: 'conflict', start: conflict.start, end: conflict.end }] };
  const known = new Set<string>();
  let start = 0;
  for (const line of text.split('\n', maxLines)) {
    const written = line.endsWith('\r') ? line.slice(0, -1) : line;
    const [, name, value] = pair.exec(written) ?? [];
    const end = start + written.length;
    if (name === undefined) {
      const fault = refused(written, start);
      if (fault !== undefined) faults.push(fault);
    } else {
      const keyEnd = value === undefined ? end : end - value.length - 1;
      const valueStart = end - (value?.length ?? 0);
      const meant = value === undefined || withoutQuotes(value) === value ? undefined : withoutQuotes(value);
      const unknown = templateExpressionPattern.test(value ?? '');
      if (known.has(name)) faults.push({ fault: 'repeated', start: keyEnd - name.length, end: keyEnd, name });
      known.add(name);
      if (meant !== undefined && !unknown) faults.push({ fault: 'quoted', start: valueStart, end, meant, name });
      // Without `=`, older kustomize versions take the value from their environment. A quoted value only gets the
      // finding about the quotes, so it counts as unknown.
      entries.push({
        key: stringNode({ start: keyEnd - name.length, end: keyEnd }, name),
        value: stringNode({ start: valueStart, end }, value ?? '', value === undefined || meant !== undefined),
        borrowed: false,
      });
    }
    start += line.length + 1;
  }
  return { entries, faults };
}

/**
 * Returns the fault of a line that kustomize rejects because its key contains invalid characters, such as spaces or a
 * colon. A line with nothing before `=` is treated as empty.
 */
function refused(written: string, lineStart: number): EnvLineFault | undefined {
  const blanks = /^[\uFEFF\s]*/.exec(written)?.[0].length ?? 0;
  const content = written.slice(blanks);
  const [key = ''] = content.split('=', 1);
  if (key === '' || key.startsWith('#') || /^[-._A-Za-z0-9]+$/.test(key) || templateExpressionPattern.test(content))
    return undefined;
  const [, name, value = ''] = content.length > maxLine ? [] : (otherwise.exec(content) ?? []);
  const place = { start: lineStart + blanks, end: lineStart + written.trimEnd().length };
  return { fault: 'refused', ...place, ...(name === undefined ? {} : { name, meant: withoutQuotes(value.trimEnd()) }) };
}

function withoutQuotes(value: string): string {
  return inQuotes.exec(value)?.[2] ?? value;
}
