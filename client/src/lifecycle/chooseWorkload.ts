/** Asks for a workload of a cluster. */
import * as l10n from '@vscode/l10n';
import type { ObjectReference } from '../../../core/live/reference.ts';
import { commandSolution } from '../commandSolution.ts';
import { showInput, showProgress } from '../showInput.ts';
import { SolvableError } from '../solvable.ts';
import type { OpenCluster } from '../tree/openCluster.ts';
import { factReader } from './factReader.ts';
import { listWorkloads } from './listWorkloads.ts';
import { showPick } from '../showPick.ts';

/** Undefined: the user gave up. Rejects when nothing can be listed. */
export async function chooseWorkload(cluster: OpenCluster, title: string): Promise<ObjectReference | undefined> {
  const { connection, context } = cluster;
  const reader = factReader(connection, new AbortController().signal);
  const look = (namespace?: string) => showProgress(l10n.t`Looking for workloads of ${context}`, () => listWorkloads(reader, namespace));
  let { found, problem } = await look();
  if (found.length === 0 && problem !== undefined) {
    const namespace = await showInput({
      title,
      prompt: l10n.t`Not all namespaces may be listed. In which namespace is it?`,
      ignoreFocusOut: true,
      validateInput: namespaceProblem,
    });
    if (namespace === undefined) return undefined;
    ({ found, problem } = await look(namespace));
  }
  if (found.length === 0 && problem !== undefined) throw new Error(problem);
  cluster.noteWorkloads?.(found.length > 0);
  if (found.length === 0)
    throw new SolvableError(
      l10n.t`${context} has no workloads outside of the namespaces of the platform.`,
      commandSolution(l10n.t`New OSC Manifest...`, 'osc.manifest.new'),
    );
  const items = found.map(({ reference, runtimeClass }) => ({
    label: reference.name,
    description: l10n.t`${reference.kind} in ${reference.namespace ?? ''}`,
    ...(runtimeClass === undefined ? {} : { detail: l10n.t`runtime class ${runtimeClass}` }),
    reference,
  }));
  return (await showPick(items, { title, placeHolder: l10n.t`Which workload?`, matchOnDescription: true, matchOnDetail: true }))?.reference;
}

/** It becomes a part of a path. */
export function namespaceProblem(text: string): string | undefined {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(text) ? undefined : l10n.t`A namespace has lower-case letters, digits and hyphens.`;
}
