/** Selects the pod or workload of a file that a command uses. */
import { formatNames } from '#core/text/phrases.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import {
  findOversizedDocuments,
  listWorkloads,
  type FileWorkload,
  type OversizedDocument,
} from '#server/embedded/generateFromWorkload.ts';
import { firstLine, maxDepth, maxDocumentLength, maxNodes } from '#server/engine/yaml/parse/parse.ts';
import { countParts, maxParts } from '#server/engine/yaml/parse/parts.ts';
import type { PlacedDocument } from '#server/engine/yaml/yamlDocument.ts';
import { getLineAndColumn } from './io/policyInputs.ts';
import { printMessage } from './io/printMessage.ts';

/** Maximum number of workloads to name in a message. */
const mostNamed = 10;

/**
 * Returns the pods and workloads in a file, and prints which documents can't be read. Returns undefined if there are
 * only such documents.
 */
export function readWorkloads(
  { name, text }: { readonly name: string; readonly text: string },
  documents: readonly PlacedDocument[],
): readonly FileWorkload[] | undefined {
  const oversized = findOversizedDocuments(documents);
  for (const document of oversized) {
    const { line } = getLineAndColumn(text, document.start + Math.max(0, document.text.search(firstLine)));
    printMessage(`${name}:${line}: can't read this document: ${describeExcess(document)}`);
  }
  const workloads = listWorkloads(documents);
  return workloads.length === 0 && oversized.length > 0 ? undefined : workloads;
}

/** Describes which limit a document exceeds, and by how much if that is known. */
function describeExcess({ text, problem }: OversizedDocument): string {
  if (problem.code === 'too-deep') return `it exceeds the limit of ${maxDepth} nested levels`;
  if (problem.code === 'too-many-nodes') return `with its aliases resolved, it exceeds the limit of ${maxNodes} values`;
  return text.length > maxDocumentLength
    ? `it is ${Math.ceil(text.length / 1e3)} KB, and the limit is ${maxDocumentLength / 1e3} KB`
    : `it has ${countParts(text)} entries, and the limit is ${maxParts}`;
}

/** The option that selects a workload, such as `--name web`. */
export interface WorkloadSelection {
  /** Name of the option. */
  readonly option: '--name' | '--select';
  /** Value of the option. Undefined if it isn't set. */
  readonly value: string | undefined;
}

/** Returns the workload to use. If it's missing or ambiguous, prints the reason and returns undefined. */
export function chooseWorkload(
  file: string,
  all: readonly FileWorkload[],
  { option, value }: WorkloadSelection,
): FileWorkload | undefined {
  const named = value === undefined ? all : all.filter((workload) => isSelected(workload, option, value));
  const [only, ...others] = named;
  if (only !== undefined && others.length === 0) return only;
  const list = sanitizeTerminalLine(
    formatNames(
      all.map((workload) => `${workload.kind} ${workload.name ?? '(no name)'}`),
      mostNamed,
    ),
  );
  const words = option === '--name' ? `named ${value ?? ''}` : `that matches --select ${value ?? ''}`;
  if (all.length === 0) printMessage(`${file} contains no pod or workload`);
  else if (only === undefined)
    printMessage(`${file} contains no pod or workload ${sanitizeTerminalLine(words)}: ${list}`);
  else if (value === undefined)
    printMessage(`${file} contains several pods or workloads. Select one with ${option}: ${list}`);
  else printMessage(`${file} contains several pods or workloads ${sanitizeTerminalLine(words)}: ${list}`);
  return undefined;
}

/** Returns whether a workload has the name, or the kind and name, such as `deployment/web`. */
function isSelected({ kind, name }: FileWorkload, option: WorkloadSelection['option'], value: string): boolean {
  return option === '--name' ? name === value : `${kind.toLowerCase()}/${name ?? ''}` === lowerKind(value);
}

function lowerKind(value: string): string {
  const slash = value.indexOf('/');
  return `${value.slice(0, slash).toLowerCase()}${value.slice(slash)}`;
}
