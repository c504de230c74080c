/** Writes readable YAML without depending on VS Code. */
import {
  Document,
  stringify,
  visit,
  type CreateNodeOptions,
  type DocumentOptions,
  type ParseOptions,
  type SchemaOptions,
  type ToStringOptions,
} from 'yaml';
import { escapeUnseen, needsEscapes } from '#core/text/escapeYaml.ts';

type Options = DocumentOptions & SchemaOptions & ParseOptions & CreateNodeOptions & ToStringOptions;

/** Returns the value as YAML, with invisible characters escaped. */
export function writeYaml(value: unknown, options: Options): string {
  const text = stringify(value, options);
  if (!needsEscapes(text)) return text;
  const document = new Document(value, options);
  visit(document, {
    Scalar: (_key, node) => {
      if (typeof node.value === 'string' && needsEscapes(node.value)) node.type = 'QUOTE_DOUBLE';
    },
  });
  return escapeUnseen(document.toString(options));
}
