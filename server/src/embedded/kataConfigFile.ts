/** Decodes and encodes Kata's configuration files in MachineConfigs and ConfigMaps. */
import * as l10n from '@vscode/l10n';
import { getLineStart } from '../engine/findings/edits.ts';
import type { Edit } from '../engine/findings/rule.ts';
import type { EmbeddedKataConfig } from '../engine/kataConfig/embeddedKataConfig.ts';
import { encodeScalar, isEditable } from '../engine/kataConfig/encodeScalar.ts';
import type { KataConfigFileName } from '../protocol/protocol.ts';

/** A decoded file. */
interface ReadConfig {
  readonly language: 'toml';
  readonly content?: string;
  readonly problem?: string;
  readonly fileName: KataConfigFileName;
}

/** The edits that embed a file. Empty if the file is unchanged. */
interface WrittenConfig {
  readonly edits: readonly Edit[];
  readonly problem?: string;
}

/** Returns the content of a file, with a name that shows its role and runtime. */
export function readKataConfig({ text, problem, name, role }: EmbeddedKataConfig): ReadConfig {
  return {
    language: 'toml',
    ...(text === undefined ? {} : { content: text }),
    ...(problem === undefined ? {} : { problem }),
    fileName: displayName(/runtime-rs/i.test(name), role === 'dropIn'),
  };
}

function displayName(isRust: boolean, isDropIn: boolean): KataConfigFileName {
  if (isRust) return isDropIn ? 'runtime-rs/config.d/configuration.toml' : 'runtime-rs/configuration.toml';
  return isDropIn ? 'config.d/configuration.toml' : 'configuration.toml';
}

/**
 * Returns the edits that write the content of a file, in the same encoding as before.
 * @param source text of the document
 * @param offset start of the document in the YAML file
 */
export function writeKataConfig(
  file: EmbeddedKataConfig,
  source: string,
  offset: number,
  content: string,
): WrittenConfig {
  const { node, text, encoding } = file;
  if (content === text) return { edits: [] };
  if (!isEditable(file))
    return {
      edits: [],
      problem: l10n.t`The value has an anchor or is a block scalar, so it can't be replaced. Write it on one line first.`,
    };
  const at = { start: offset + node.start, end: offset + node.end };
  if (encoding !== 'plain') {
    const encoded = file.encode(content);
    return encoded === undefined ? { edits: [] } : { edits: [{ ...at, text: encodeScalar(encoded, source, node) }] };
  }
  if (node.style !== 'block') return { edits: [{ ...at, text: JSON.stringify(content) }] };
  const block = blockOf(content, keyIndent(source, node.start));
  // The range of a block scalar can include its last line break.
  const endsLine = source[node.end - 1] === '\n';
  return { edits: [{ ...at, text: endsLine ? block : block.slice(0, -1) }] };
}

/** Returns the indentation of the line with the key. */
function keyIndent(source: string, offset: number): string {
  const start = getLineStart(source, offset);
  return /^ */.exec(source.slice(start, offset))?.[0] ?? '';
}

/** Writes a text as a literal block scalar, with the indicator that keeps its last line breaks. */
function blockOf(content: string, indent: string): string {
  const body = content.replace(/\n+$/, '');
  const breaks = content.length - body.length;
  // The indentation is written if the first line starts with a space, because YAML can't detect it then.
  const width = /^\n*[ \t]/.test(body) ? '2' : '';
  const end = breaks === 0 ? '-' : breaks === 1 ? '' : '+';
  const lines = body.split('\n').map((line) => (line === '' ? '' : `${indent}  ${line}`));
  return `|${width}${end}\n${lines.join('\n')}${'\n'.repeat(Math.max(1, breaks))}`;
}
