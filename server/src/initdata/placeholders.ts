/** Finds placeholders in an initdata document and in the TOML files that it contains. */
import { findPlaceholderIn, type Placeholder } from '#core/text/placeholder.ts';
import type { Span } from '../engine/text/span.ts';
import type { InitdataDocument } from './document.ts';
import type { InnerFile } from './innerFiles.ts';
import { inDocument } from './innerProblem.ts';
import type { TomlDocument } from '../engine/toml/toml.ts';
import { isUnknownFile } from './unknownValue.ts';

/** A placeholder with the path of its value, such as `token_configs.kbs.url`. */
export interface FoundPlaceholder {
  readonly field: string;
  readonly placeholder: Placeholder;
  /** Range in the document. */
  readonly range: Span;
}

/** Yields the placeholders in a document. */
export function* findInitdataPlaceholders(
  { toml, data }: InitdataDocument,
  files: readonly InnerFile[],
): Generator<FoundPlaceholder> {
  const named = new Set(data.filter(({ text }) => !isUnknownFile(text)).map(({ range }) => range.start));
  const own = toml.entries.filter(({ range }) => !named.has(range.start));
  yield* findInToml(own, (range) => range);
  for (const { entry, toml: inner } of files) yield* findInToml(inner.entries, (range) => inDocument(entry, range));
}

function* findInToml(entries: TomlDocument['entries'], place: (range: Span) => Span): Generator<FoundPlaceholder> {
  for (const { path, value, range } of entries) {
    const placeholder = value?.kind === 'string' ? findPlaceholderIn(value.text) : undefined;
    if (value === undefined || placeholder === undefined) continue;
    const field = path.filter((step) => typeof step === 'string').join('.');
    const { style, map } = value.string ?? {};
    const isLong = style === 'multiline-basic' || style === 'multiline-literal';
    const { start, text } = placeholder;
    const within =
      isLong && map !== undefined ? { start: map.toFile(start), end: map.toFile(start + text.length) } : range;
    yield { field, placeholder, range: place(within) };
  }
}
