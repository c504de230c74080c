/** Determines the workload that a command changes: that of the row, or its topmost owner that the command supports. */
import * as l10n from '@vscode/l10n';
import { getString } from '#core/common/json.ts';
import { getObjectPath, type ObjectReference } from '#core/cluster/objects/objectReference.ts';
import type { ClusterReader, ReadResult } from '#core/operations/lookups/lookup.ts';
import { findOwnerChain } from '#core/operations/lookups/topOwner.ts';
import { sanitizeLabel, sanitizeLine } from '#core/text/sanitize.ts';
import type { WorkloadFilter } from './chooseWorkload.ts';

export interface Controller {
  readonly reference: ObjectReference;
  readonly uid: string;
  /** The object as returned by the cluster. */
  readonly raw: unknown;
}

/**
 * Returns the workload to change.
 * @param selected a pod, or a workload
 * @param supports returns whether the command supports a kind
 * @param unsupported returns the message if the command supports neither the object nor its owners
 * @throws Error if no workload can be changed or read
 */
export async function findController(
  reader: ClusterReader,
  selected: ObjectReference,
  supports: WorkloadFilter,
  unsupported: (object: string) => string,
): Promise<Controller> {
  const raw = await readExisting(reader, selected);
  const owners = await findOwnerChain(reader, raw);
  const chain = [selected, ...owners.flatMap(({ reference }) => reference ?? [])];
  const reference = chain.findLast((one) => supports(one));
  if (reference === undefined) throw new Error(unsupported(`${selected.kind} ${sanitizeLabel(selected.name)}`));
  const found = reference === selected ? raw : await readExisting(reader, reference);
  return { reference, uid: getString(found, 'metadata', 'uid') ?? '', raw: found };
}

async function readExisting(reader: ClusterReader, reference: ObjectReference): Promise<unknown> {
  return requireRead(reference, await reader.get(getObjectPath(reference)));
}

/**
 * Returns the result of reading an object.
 * @throws Error if the object doesn't exist or can't be read
 */
export function requireRead<T>({ kind, name }: ObjectReference, answer: ReadResult<T>): T {
  const label = `${kind} ${sanitizeLabel(name)}`;
  if (answer.kind === 'absent') throw new Error(`${label}: ${l10n.t`the object no longer exists`}`);
  if (answer.kind === 'problem') throw new Error(`${label}: ${sanitizeLine(answer.problem.message)}`);
  return answer.value;
}
