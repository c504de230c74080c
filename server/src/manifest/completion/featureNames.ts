/**
 * Completes the names of flags and attributes below `matchExpressions` of a Node Feature Discovery rule. They depend on
 * the feature of the term, which is read from the lines, because incomplete text might not be valid YAML.
 */
import * as l10n from '@vscode/l10n';
import { formatFieldPath, type FieldKnowledge, type FieldTable } from '#core/kinds/field.ts';
import { workerConfigFields } from '#core/kinds/operandKinds.ts';
import { suggestFeatureNames } from '#core/product/nodeFeatures.ts';
import type { YamlCursor } from '#server/engine/yaml/cursor/cursor.ts';

/** Maximum number of lines to search in each direction. A term is far shorter. */
const maxLines = 200;

/** Flags have no values, so the only useful condition is that they exist. */
const flag: FieldKnowledge = {
  summary: () => l10n.t`CPU flag or kernel module. The condition is met if the node has it.`,
  only: '{op: Exists}',
};
const attribute: FieldKnowledge = {
  summary: () => l10n.t`Attribute of the feature. The match operator compares its value.`,
  type: 'object',
};

/** Returns the fields at a cursor below `matchExpressions`. Returns undefined at other positions. */
export function listFeatureNames(text: string, offset: number, cursor: YamlCursor): FieldTable | undefined {
  if (cursor.role !== 'key' || cursor.path.at(-1) !== 'matchExpressions') return undefined;
  const { names, areFlags } = suggestFeatureNames(findFeature(text, offset) ?? '');
  return Object.fromEntries(
    names.map((name) => [formatFieldPath([...cursor.path, name]), areFlags ? flag : attribute] as const),
  );
}

/**
 * Returns the fields at a cursor below `matchExpressions` of a NodeFeatureRule. Its rules have the fields of those in a
 * worker configuration. Returns undefined at other positions.
 */
export function findTermFields(
  text: string,
  offset: number,
  cursor: YamlCursor,
): { readonly fields: FieldTable; readonly cursor: YamlCursor } | undefined {
  const names = listFeatureNames(text, offset, cursor);
  if (names !== undefined) return { fields: names, cursor };
  const at = cursor.path.indexOf('matchExpressions');
  if (at === -1 || at === cursor.path.length - 1) return undefined;
  const [, , ...rest] = cursor.path;
  const path = ['sources', 'custom', ...rest].map((step, index) => (index === at + 1 ? 'attribute' : step));
  return { fields: workerConfigFields, cursor: { ...cursor, path } };
}

const featureKey = /(?:^|[\s{,])feature:[ \t]*["']?([\w.-]+)/;

/** Returns the feature of the term that contains an offset. */
function findFeature(text: string, offset: number): string | undefined {
  const lines = text.split('\n');
  const current = text.slice(0, offset).split('\n').length - 1;
  let start = current;
  while (start > 0 && current - start < maxLines && !/(?:^|[\s{,])matchExpressions:/.test(lines[start] ?? ''))
    start -= 1;
  const head = lines[start] ?? '';
  const inLine = featureKey.exec(head)?.[1];
  const column = head.search(/[^\s-]/);
  if (inLine !== undefined || column === -1) return inLine?.toLowerCase();
  for (const step of [-1, 1]) {
    for (let index = start; Math.abs(index - start) < maxLines; index += step) {
      const line = lines[index];
      if (line === undefined || (index !== start && isOutside(line, column, step))) break;
      const found = line.search(/[^\s-]/) === column ? featureKey.exec(line)?.[1] : undefined;
      if (found !== undefined) return found.toLowerCase();
      if (step === -1 && line.trimStart().startsWith('- ') && line.search(/[^\s-]/) === column) break;
    }
  }
  return undefined;
}

/** Returns whether a line isn't part of a map whose keys start in a column. */
function isOutside(line: string, column: number, step: number): boolean {
  if (line.trim() === '') return false;
  const own = line.search(/[^\s-]/);
  return own < column || (step === 1 && own === column && line.trimStart().startsWith('-'));
}
